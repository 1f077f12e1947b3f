import { type SQL, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { db } from "@/db/database";
import { openProcessDatabase } from "@/db/fixtures/process-database";
import { snapshotRecords } from "./snapshot-records";

let close: () => Promise<void>;
beforeAll(async () => {
  close = await openProcessDatabase();
});
afterAll(() => close());

/** A thousandth of the real limits: rows by the thousand take seconds to insert. */
const limits = {
  ...{ recordsMax: 20, overridesMax: 50, bytesMax: 4 * 1024 },
  ...{ batchRows: 5, batchBytes: 1024 },
};

const run = (statement: SQL) => db().execute(statement);
let made = 0;

/** A project with records, of which the first have an override in one of its environments. */
async function makeProject(records: number, overrides: number, metadata = '{"plan":"pro","more":1}') {
  made += 1;
  const projectId = `0197f3a4-11c0-7e86-b5f2-${String(made).padStart(12, "0")}`;
  const [environmentId, group, flag] = [`e${made}`, `g${made}`, `f${made}`];
  await run(sql`insert into teams (id, reference_id, name, slug, created_at, updated_at)
    values (${projectId}, ${projectId}, 'T', ${projectId}, now(), now())`);
  await run(sql`insert into projects (id, team_id, reference_id, name, slug, created_at, updated_at)
    values (${projectId}, ${projectId}, ${projectId}, 'P', 'p', now(), now())`);
  await run(sql`insert into environments (id, project_id, name, key, is_default, created_at, updated_at)
    values (${environmentId}, ${projectId}, 'E', 'e', true, now(), now())`);
  await run(sql`insert into flag_groups (id, project_id, name, key, prefix, created_at, updated_at)
    values (${group}, ${projectId}, 'G', 'g', ${group}, now(), now())`);
  await run(sql`insert into group_flags (id, group_id, name, key, default_enabled, default_percentage, salt, created_at, updated_at)
    values (${flag}, ${group}, 'F', 'f', true, 50, 'f', now(), now())`);
  await run(sql`insert into records (id, project_id, group_id, metadata, created_at, updated_at)
    select ${group} || '-' || lpad(n::text, 6, '0'), ${projectId}, ${group}, ${metadata}::json, now(), now()
    from generate_series(1, ${records}::int) n`);
  await run(sql`insert into overrides (record_id, group_flag_id, environment_id, rollout, created_at, updated_at)
    select ${group} || '-' || lpad(n::text, 6, '0'), ${flag}, ${environmentId}, 7, now(), now()
    from generate_series(1, ${overrides}::int) n`);
  return { projectId, environmentId, group };
}

test("all records of a project are there, with the fields that were asked for", async () => {
  const place = await makeProject(12, 3);
  const { records, isComplete } = await snapshotRecords(place, ["plan"], limits);
  expect([records.length, isComplete]).toEqual([12, true]);
  expect(records.map(({ id }) => id)).toEqual(records.map(({ id }) => id).sort());
  expect(JSON.parse(String(records[0]?.metadata))).toEqual({ plan: "pro" });
  expect(records[2]?.overrides).toMatchObject([{ rollout: 7, enabled: null, value: null }]);
  expect(records[3]?.overrides).toBeNull();
  expect((await snapshotRecords(place, [])).records[0]?.metadata).toBeNull();
});

test("they are the same as long as nothing changes, and read anew after each change", async () => {
  const place = await makeProject(5, 2);
  const first = await snapshotRecords(place, ["plan"]);
  expect(await snapshotRecords(place, ["plan"])).toBe(first);
  const both = await Promise.all([snapshotRecords(place, ["more"]), snapshotRecords(place, ["more"])]);
  expect(both[0]).toBe(both[1]);
  const changes = [
    sql`update records set metadata = '{"plan":"free"}', updated_at = updated_at + interval '1 ms' where id = ${`${place.group}-000004`}`,
    sql`delete from overrides where record_id = ${`${place.group}-000001`}`,
    sql`delete from records where id = ${`${place.group}-000005`}`,
  ];
  let before = await snapshotRecords(place, ["plan"]);
  for (const change of changes) {
    await run(change);
    const after = await snapshotRecords(place, ["plan"]);
    expect(after.version).not.toBe(before.version);
    before = after;
  }
  expect(before.records.map(({ overrides }) => overrides?.length ?? 0)).toEqual([0, 1, 0, 0]);
});

test("of too many, those with overrides are there, and it says that others are not", async () => {
  expect(await snapshotRecords(await makeProject(20, 2), ["plan"], limits)).toMatchObject({
    records: { length: 20 },
    isComplete: true,
  });
  expect(await snapshotRecords(await makeProject(21, 2), ["plan"], limits)).toMatchObject({
    records: { length: 2 },
    isComplete: false,
  });
});

test("none are there where there are too many overrides", async () => {
  const allowed = await makeProject(60, 50);
  expect(await snapshotRecords(allowed, ["plan"], { ...limits, bytesMax: 100_000 })).toMatchObject({
    isComplete: false,
    records: { length: 20 },
  });
  expect(await snapshotRecords(await makeProject(60, 51), ["plan"], limits)).toMatchObject({
    isComplete: false,
    records: { length: 0 },
  });
});

test("they end at so many bytes", async () => {
  const place = await makeProject(20, 0, JSON.stringify({ plan: "x".repeat(300) }));
  const { records, isComplete } = await snapshotRecords(place, ["plan"], limits);
  expect(isComplete).toBe(false);
  expect(records.length).toBeGreaterThan(10);
  expect(records.length).toBeLessThan(14);
});
