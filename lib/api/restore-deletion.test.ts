import { getTableName, type SQL, sql } from "drizzle-orm";
import KSUID from "ksuid";
import { v4 as uuidv4 } from "uuid";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { db } from "@/db/database";
import { openProcessDatabase } from "@/db/fixtures/process-database";
import { insertProject } from "@/db/fixtures/rows";
import { everyRight } from "@/lib/auth/fixtures/caller";
import { type DeletionKind, undoableMs } from "@/lib/deletions/contract";
import { deleteUndoably, rowsMax } from "@/lib/deletions/delete-undoably";
import { kinds } from "@/lib/deletions/kinds";
import { handleListDeletions } from "@/lib/deletions/list-deletions";
import { pruneDeletions } from "@/lib/deletions/prune-deletions";
import type { Ctx } from "@/lib/operations/context";
import { AppError } from "@/lib/operations/errors";
import { handleRestoreDeletion } from "./restore-deletion";

let close: () => Promise<void>;
let projectId: string;
let environmentId: string;

beforeAll(async () => {
  close = await openProcessDatabase();
  projectId = (await insertProject()).id;
  environmentId = ksuid();
  await insert("environments", {
    id: environmentId,
    project_id: projectId,
    name: "P",
    key: "p",
    is_default: true,
  });
});
afterAll(() => close());

const ksuid = () => KSUID.randomSync().string;
const start = Date.parse("2030-01-01T00:00:00Z");
const at = (ms: number) => new Date(start + ms);

/** A request of a key of the project, so many milliseconds after the start. */
const ctxAt = (ms: number): Ctx => ({
  actor: { kind: "key", key: { id: uuidv4(), projectId, ...everyRight } },
  db: db(),
  headers: new Headers(),
  ...{ search: "", clientAddress: "", requestId: "" },
  now: () => at(ms),
  after: () => {},
  background: () => {},
});

type Row = Record<string, unknown>;

const found = async <T = Row>(query: SQL): Promise<T[]> =>
  ((await db().execute(query)) as unknown as { rows: T[] }).rows;

/** `json` values are given as texts, so that they are stored to the letter. */
async function insert(
  table: string,
  row: Row,
  times = { created_at: at(0), updated_at: at(1) },
): Promise<void> {
  const columns = {
    ...row,
    ...(/requests|tickets|items|hits|revisions|html|chunks|attachments|deliveries|schedule/.test(table)
      ? {}
      : times),
  };
  const names = Object.keys(columns).map((name) => sql.identifier(name));
  const values = Object.values(columns).map(
    (value) => sql`${value instanceof Date ? value.toISOString() : value}`,
  );
  await db().execute(
    sql`insert into ${sql.identifier(table)} (${sql.join(names, sql`, `)}) values (${sql.join(values, sql`, `)})`,
  );
}

const oddJson = '{"b": 1.0,"a":[1e2, -0.10], "B":"\\u00e9\\ud83d\\ude00\\"" ,"b":null,  "c":{} }';
const bytes = Buffer.from([0, 1, 255, 92, 120, 34, 39, 10, 13, 128]);
const text = 'é "\\n" \\ \u2028 \t{}';

const makers: Record<DeletionKind, () => Promise<string>> = {
  mock: async () => {
    const id = uuidv4();
    await insert("mocks", {
      ...{ id, project_id: projectId, name: text, method: "GET", endpoint: `/${id}`, response_body: text },
      ...{ response_headers: oddJson, status_code: 200, delay_ms: 3, enabled: false },
      ...{ folder: text, tags: '{é,"a b"}' },
    });
    await insert("mock_hits", { mock_id: id, hits: "9007199254740991", last_called_at: at(-1) });
    return id;
  },
  collection: async () => {
    const id = uuidv4();
    await insert("mock_collections", {
      ...{ id, project_id: projectId, name: text, path: `/${id}`, id_field: "id", seed: `[${oddJson}]` },
      ...{ enabled: true, item_count: 2, item_bytes: 9, last_position: "9007199254740991", last_number: -1 },
    });
    for (const position of [1, 7]) {
      const item = { id: `${text}${position}`, position, data: oddJson, search_text: text, bytes: 4 };
      await insert("mock_items", { collection_id: id, ...item });
    }
    return id;
  },
  segment: async () => {
    const id = uuidv4();
    await insert("segments", {
      ...{ id, project_id: projectId, name: text, key: id, description: null, match: "any" },
      conditions: `[${oddJson}]`,
    });
    return id;
  },
  webhook: async () => {
    const id = uuidv4();
    await insert("webhooks", {
      ...{ id, project_id: projectId, reference_id: id, name: text, description: null, expires_at: at(5) },
      ...{ response: oddJson, last_sequence: "9007199254740991" },
    });
    for (const slot of [0, 7, 49]) {
      await insert("captured_requests", {
        ...{
          webhook_id: id,
          slot,
          sequence: 51 + slot,
          id: uuidv4(),
          method: "POST",
          path: text,
          raw_url: text,
        },
        ...{
          raw_headers: '[["X-a", "1"],["x-A","2"] ]',
          body: slot === 0 ? Buffer.alloc(0) : bytes,
          ip: "::1",
        },
        received_at: at(slot),
      });
    }
    await insert("stream_tickets", { hash: id, webhook_id: id, holder: '{"keyId": "k"}', expires_at: at(9) });
    return id;
  },
  flag: async () => {
    const id = ksuid();
    await insert("flags", {
      ...{ id, project_id: projectId, environment_id: environmentId, name: text, key: id, enabled: true },
      ...{ rollout: 33, salt: "first", rolled_on: true, rolled_at: at(3) },
    });
    await insertSchedule({ flag_id: id });
    return id;
  },
  group: () => insertGroup(3),
  record: async () => {
    await insertGroup(1);
    const found = await db().execute(sql`select id from records order by created_at desc, id limit 1`);
    return String((found as unknown as { rows: Row[] }).rows[0]?.id);
  },
  release: async () => {
    const id = uuidv4();
    await insert("releases", {
      ...{ id, project_id: projectId, title: text, content: text, status: "processing", from_date: at(0) },
      ...{ to_date: at(1), repo_urls: '["b", "a" ]', commit_count: 1, revision: 2, commits: oddJson },
      ...{ progress: oddJson, attempt: 1, deadline_at: at(600_000) },
    });
    for (const number of [1, 2]) {
      const revision = { release_id: id, number, title: text, content: text, origin: "edited", author: null };
      await insert("release_revisions", { ...revision, created_at: at(number) });
    }
    await insert("release_html", { release_id: id, revision: 2, version: 1, html: text, bytes: 9 });
    await insert("release_chunks", { release_id: id, digest: "d", written: oddJson, created_at: at(1) });
    await insert("release_attachments", {
      ...{
        id: uuidv4(),
        release_id: id,
        name: text,
        content_type: "a/b",
        size: bytes.length,
        content: bytes,
      },
      created_at: at(1),
    });
    await insert("release_deliveries", {
      ...{ id: uuidv4(), release_id: id, revision: 2, channel: "email", recipient: "a@example.com" },
      ...{ state: "sending", detail: null, updated_at: at(2) },
    });
    return id;
  },
};

/** A schedule of a flag, of which one step is done and one is not. */
async function insertSchedule(of: { flag_id: string } | { group_flag_id: string }): Promise<void> {
  const id = ksuid();
  await insert("flag_schedules", {
    ...{ id, project_id: projectId, ...of, actor_kind: "key", actor_id: id, actor_name: text },
    created_at: at(1),
  });
  for (const [position, state] of ["done", "pending"].entries()) {
    await insert("scheduled_changes", {
      ...{ id: ksuid(), schedule_id: id, position, at: at(7), change: '{"rollout": 5}', state },
      ...{ ended_at: state === "done" ? at(7) : null, reason: text, tries: 2, retry_at: at(9) },
    });
  }
}

/** A group with two flags and so many records, each with an override of each flag. */
async function insertGroup(recordCount: number): Promise<string> {
  const id = ksuid();
  await insert("flag_groups", { id, project_id: projectId, name: text, key: id, prefix: id, color: null });
  for (const key of ["a", "b"]) {
    const flagId = ksuid();
    await insert("group_flags", {
      ...{
        id: flagId,
        group_id: id,
        name: text,
        key,
        default_enabled: true,
        default_percentage: 5,
        salt: "s",
      },
    });
    await insertSchedule({ group_flag_id: flagId });
  }
  await db().execute(sql`
    insert into records (id, project_id, group_id, name, metadata, created_at, updated_at)
    select ${id} || n, ${projectId}, ${id}, null, ${oddJson}, now(), now() from generate_series(1, ${recordCount}::int) n`);
  await db().execute(sql`
    insert into overrides (record_id, group_flag_id, environment_id, enabled, rollout, created_at, updated_at)
    select records.id, group_flags.id, ${environmentId}, null, 7, now(), now() from records, group_flags
    where records.group_id = ${id} and group_flags.group_id = ${id}`);
  return id;
}

/** Every row of the thing as the database writes it. */
async function rowsOf(kind: DeletionKind, itemId: string): Promise<Record<string, unknown[]>> {
  const rows: Record<string, unknown[]> = {};
  for (const { table, of } of kinds[kind].parts) {
    const place = { projectId, itemId };
    const found = await db().execute(
      sql`select ${table}::text as "text" from ${table} where ${of(place)} order by 1`,
    );
    rows[getTableName(table)] = (found as unknown as { rows: { text: string }[] }).rows.map(
      (row) => row.text,
    );
  }
  return rows;
}

const remove = (kind: DeletionKind, itemId: string) =>
  deleteUndoably(ctxAt(0), kind, { projectId, itemId }, {});
const restoreAt = (ms: number, kind: string, itemId: string) =>
  handleRestoreDeletion.run(ctxAt(ms), { projectId, kind, itemId, fields: async () => ({}) });
const listedAt = async (ms: number) => {
  const { items } = await handleListDeletions.run(ctxAt(ms), { projectId, fields: async () => ({}) });
  return items.map(({ itemId }) => itemId);
};
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  );

describe.each(Object.keys(kinds) as DeletionKind[])("a %s", (kind) => {
  test("comes back to the letter, with every row of every table", async () => {
    const itemId = await makers[kind]();
    const before = await rowsOf(kind, itemId);
    for (const [table, rows] of Object.entries(before)) expect(rows.length, table).toBeGreaterThan(0);
    await remove(kind, itemId);
    const gone = await rowsOf(kind, itemId);
    expect(Object.values(gone).flat()).toEqual([]);
    await restoreAt(0, kind, itemId);
    expect(await rowsOf(kind, itemId)).toEqual(before);
    expect(await codeOf(restoreAt(0, kind, itemId))).toBe("not_found");
  });

  test("can be put back for 30 seconds, and is then forgotten", async () => {
    const itemId = await makers[kind]();
    await remove(kind, itemId);
    expect(await listedAt(undoableMs - 1)).toContain(itemId);
    expect(await listedAt(undoableMs)).not.toContain(itemId);
    expect(await codeOf(restoreAt(undoableMs, kind, itemId))).toBe("not_found");
    await pruneDeletions(db(), at(undoableMs - 1));
    expect(await codeOf(restoreAt(undoableMs - 1, kind, itemId))).toBe("done");
    await remove(kind, itemId);
    await pruneDeletions(db(), at(undoableMs));
    expect(await codeOf(restoreAt(0, kind, itemId))).toBe("not_found");
    expect(await found(sql`select count(*)::int as "count" from deleted_rows`)).toEqual([{ count: 0 }]);
  });

  test("keeps every table that refers to it", async () => {
    const listed = kinds[kind].parts.map(({ table }) => getTableName(table));
    const edges = await found<{ table_name: string; parent: string }>(sql`
      select distinct child.table_name, parent.table_name as parent
      from information_schema.referential_constraints rule
      join information_schema.table_constraints child on child.constraint_name = rule.constraint_name
      join information_schema.table_constraints parent on parent.constraint_name = rule.unique_constraint_name`);
    const reached = new Set(listed.slice(0, 1));
    for (const parent of reached) {
      for (const edge of edges) if (edge.parent === parent) reached.add(edge.table_name);
    }
    expect([...listed].sort()).toEqual([...reached].sort());
    // Parents come before children.
    for (const [index, name] of listed.entries()) {
      const parents = edges
        .filter((edge) => edge.table_name === name)
        .map(({ parent }) => listed.indexOf(parent));
      expect(Math.max(-1, ...parents), name).toBeLessThan(index);
    }
  });
});

test("what is larger than can be kept is deleted and not listed", async () => {
  const [small, large] = [await insertGroup(50), await insertGroup(Math.ceil(rowsMax / 3))];
  for (const itemId of [small, large]) await remove("group", itemId);
  expect(await listedAt(0)).toContain(small);
  expect(await listedAt(0)).not.toContain(large);
  expect(await codeOf(restoreAt(0, "group", large))).toBe("not_found");
  expect(Object.values(await rowsOf("group", large)).flat()).toEqual([]);
});

test("a release that was being written when it was deleted is free for whoever writes it next", async () => {
  const itemId = await makers.release();
  const lease = { lease_token: uuidv4(), lease_until: at(60_000).toISOString() };
  await db().execute(
    sql`update releases set lease_token = ${lease.lease_token}, lease_until = ${lease.lease_until} where id = ${itemId}`,
  );
  await remove("release", itemId);
  await restoreAt(0, "release", itemId);
  const rows = await found(sql`select lease_token, lease_until, status from releases where id = ${itemId}`);
  expect(rows).toEqual([{ lease_token: null, lease_until: null, status: "processing" }]);
});
