import { type SQL, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { db } from "./database";
import { openProcessDatabase } from "./fixtures/process-database";
import {
  attach,
  changedBy,
  environment,
  insertFlag,
  insertGroup,
  insertGroupFlag,
  insertMock,
  insertRecord,
  insertRelease,
  insertSegment,
  insertVersioned,
  neighbour,
  project,
  run,
  setOverride,
  versionsOf,
} from "./fixtures/versioned-project";

let close: () => Promise<void>;
beforeAll(async () => {
  close = await openProcessDatabase();
});
afterAll(() => close());
beforeEach(insertVersioned);

test.each<[change: string, statements: () => SQL[], changed: string[]]>([
  ["a mock added", () => [insertMock("/b")], ["mocks"]],
  [
    "a mock changed",
    () => [sql`update mocks set status_code = 201 where project_id = ${project}`],
    ["mocks"],
  ],
  ["a mock deleted", () => [sql`delete from mocks where project_id = ${project}`], ["mocks"]],
  ["no mock changed", () => [sql`update mocks set status_code = 201 where false`], []],
  ["a flag added", () => [insertFlag("two")], ["flags", "answers here"]],
  [
    "a flag changed",
    () => [sql`update flags set rollout = 51 where project_id = ${project}`],
    ["flags", "answers here"],
  ],
  [
    "a flag in small steps",
    () => [sql`update flags set rollout_basis_points = 51 where project_id = ${project}`],
    ["flags", "answers here"],
  ],
  [
    "values of a flag",
    () => [sql`update flags set "values" = '{"on":1,"off":2}' where project_id = ${project}`],
    ["flags", "answers here"],
  ],
  [
    "variants of a flag",
    () => [sql`update flags set variants = '[]' where project_id = ${project}`],
    ["flags", "answers here"],
  ],
  ["a flag renamed", () => [sql`update flags set name = 'N' where project_id = ${project}`], ["flags"]],
  ["a flag deleted", () => [sql`delete from flags where project_id = ${project}`], ["flags", "answers here"]],
  [
    "a flag rolled",
    () => [sql`update flags set rolled_on = true, rolled_at = now() where project_id = ${project}`],
    [],
  ],
  [
    "an environment renamed",
    () => [sql`update environments set name = 'N' where id = ${environment}`],
    ["flags", "answers"],
  ],
  [
    "an environment deleted",
    () => [sql`delete from environments where id = ${environment}`],
    ["flags", "answers here"],
  ],
  ["a group added", () => [insertGroup("h")], ["flags", "answers"]],
  [
    "a group deleted",
    () => [sql`delete from flag_groups where project_id = ${project}`],
    ["flags", "answers", "answers here"],
  ],
  [
    "a flag of a group changed",
    () => [sql`update group_flags set salt = 's' where group_id = ${`${project}g`}`],
    ["flags", "answers"],
  ],
  [
    "a flag of a group deleted",
    () => [sql`delete from group_flags where group_id = ${`${project}g`}`],
    ["flags", "answers", "answers here"],
  ],
  ["a group with its flags", () => [insertGroup("h"), insertGroupFlag("h")], ["flags", "answers"]],
  ["flags, then mocks", () => [insertFlag("two"), insertMock("/b")], ["mocks", "flags", "answers here"]],
  ["a draft with an attachment", () => [insertRelease("draft"), attach()], []],
  ["a release published", () => [insertRelease("published")], ["releases"]],
  ["the project renamed", () => [sql`update projects set name = 'N' where id = ${project}`], []],
  [
    "a flag of a group described",
    () => [sql`update group_flags set description = 'D' where group_id = ${`${project}g`}`],
    ["flags"],
  ],
  [
    "a group described",
    () => [sql`update flag_groups set description = 'D' where project_id = ${project}`],
    ["flags"],
  ],
  ["a segment added", () => [insertSegment()], ["flags", "answers"]],
  ["a record added", () => [insertRecord("b")], ["answers"]],
  ["a record renamed", () => [sql`update records set name = 'N' where id = ${`${project}a`}`], []],
  [
    "metadata of a record",
    () => [sql`update records set metadata = '{"a":1}' where id = ${`${project}a`}`],
    ["answers"],
  ],
  [
    "a record deleted",
    () => [sql`delete from records where id = ${`${project}a`}`],
    ["answers", "answers here"],
  ],
  ["an override set", () => [setOverride(true)], ["answers here"]],
  ["an override that says the same", () => [setOverride(false)], []],
  [
    "an override cleared",
    () => [sql`delete from overrides where record_id = ${`${project}a`}`],
    ["answers here"],
  ],
])("%s", async (_, statements, changed) => {
  expect((await changedBy(...statements())).sort()).toEqual(changed.sort());
});

test("a transaction that fails changes no version", async () => {
  const before = await versionsOf(project);
  await expect(run(insertMock("/b"), insertMock("/b"))).rejects.toThrow();
  expect(await versionsOf(project)).toEqual(before);
});

test("emptied tables change the versions of all projects", async () => {
  const before = [await versionsOf(project), await versionsOf(neighbour)];
  await run(sql`truncate mocks cascade`);
  const after = [await versionsOf(project), await versionsOf(neighbour)];
  for (const at of [0, 1]) expect(after[at]?.mocks?.version).not.toBe(before[at]?.mocks?.version);
});

test("a project takes its versions with it, and one with its id has others", async () => {
  const before = await versionsOf(project);
  await run(
    sql`create temp table kept on commit drop as select * from projects where id = ${project}`,
    sql`delete from projects where id = ${project}`,
  );
  expect(await versionsOf(project)).toEqual({});
  await run(sql`
    insert into projects select ${project}, team_id, ${`${project}-2`}, name, ${`${project}-2`}, description, created_at, updated_at
    from projects where id = ${neighbour}`);
  const after = await versionsOf(project);
  expect(BigInt(after.mocks?.version ?? 0)).toBeGreaterThan(BigInt(before.mocks?.version ?? 0));
  expect(after.mocks?.since).toBe(after.mocks?.version);
});

test("nothing is left of a transaction once it has ended", async () => {
  await run(insertMock("/b"), insertFlag("two"), sql`delete from mocks where project_id = ${project}`);
  const { rows } = (await db().execute(
    sql`select count(*)::int as left from project_changes`,
  )) as unknown as {
    rows: { left: number }[];
  };
  expect(rows).toEqual([{ left: 0 }]);
});

test.each<[change: string, status: "draft" | "published", statement: () => SQL, changed: string[]]>([
  ["added to what is published", "published", attach, ["releases"]],
  [
    "deleted from what is published",
    "published",
    () =>
      sql`delete from release_attachments where release_id in (select id from releases where project_id = ${project})`,
    ["releases"],
  ],
  ["added to a draft", "draft", attach, []],
])("an attachment %s", async (_, status, statement, changed) => {
  await run(insertRelease(status), attach());
  expect(await changedBy(statement())).toEqual(changed);
});

test("an environment takes its version of the answers with it", async () => {
  expect(await versionsOf(project)).toHaveProperty([`answers ${environment}`]);
  await run(sql`delete from environments where id = ${environment}`);
  expect(Object.keys(await versionsOf(project)).sort()).toEqual(["answers", "flags", "mocks", "releases"]);
});
