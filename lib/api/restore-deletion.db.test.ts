import { eq, getTableName, sql } from "drizzle-orm";
import { v4 as uuidv4 } from "uuid";
import { describe, expect, test } from "vitest";
import { db } from "@/db/database";
import { deletions } from "@/db/schema/deletions";
import { type DeletionKind, undoableMs } from "@/lib/deletions/contract";
import { deleteUndoably } from "@/lib/deletions/delete-undoably";
import { kinds } from "@/lib/deletions/kinds";
import { handleListDeletions } from "@/lib/deletions/list-deletions";
import { rowsMax } from "@/lib/deletions/lock-and-count";
import { pruneDeletions } from "@/lib/deletions/prune-deletions";
import { AppError } from "@/lib/operations/errors";
import { readAmount } from "@/lib/operations/stock";
import { isStock, type QuotaName, quotas, type StockName } from "@/lib/platform/quotas/quotas";
import {
  at,
  ctxAt,
  environmentId,
  found,
  insertGroup,
  makers,
  projectId,
  setUpDeletableThings,
} from "./fixtures/deletable-things";
import { handleRestoreDeletion } from "./restore-deletion";

setUpDeletableThings();

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

/** What the project and its environment have of everything that quotas bound for them. */
async function amounts(): Promise<Map<StockName, number>> {
  const owners = { project: projectId, environment: environmentId };
  const found = new Map<StockName, number>();
  for (const name of (Object.keys(quotas) as QuotaName[]).filter(isStock)) {
    const { per } = quotas[name];
    if (per === "project" || per === "environment")
      found.set(name, await readAmount(db(), name, owners[per]));
  }
  return found;
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

  test("is kept with what it counts for in each quota", async () => {
    const itemId = await makers[kind]();
    const before = await amounts();
    await remove(kind, itemId);
    const after = await amounts();
    const freed = [...before].flatMap(([name, amount]) => {
      const adding = amount - (after.get(name) ?? 0);
      return adding > 0 ? [[name, adding]] : [];
    });
    const [row] = await db().select().from(deletions).where(eq(deletions.itemId, itemId));
    expect(row?.counted.map(({ name, adding }) => [name, adding]).sort()).toEqual(freed.sort());
    const countless = ["forwardingRule", "releaseWebhook"];
    expect(freed.length > 0).toBe(!countless.includes(kind));
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
