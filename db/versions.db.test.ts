import { type SQL, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { db } from "./database";
import { seedMocks } from "./fixtures/large-lists";
import { openProcessDatabase } from "./fixtures/process-database";
import { insertEnvironment, insertProject } from "./fixtures/rows";

let close: () => Promise<void>;
let [project, neighbour, environment] = ["", "", ""];

beforeAll(async () => {
  close = await openProcessDatabase();
});
afterAll(() => close());

beforeEach(async () => {
  project = (await insertProject()).id;
  neighbour = (await insertProject()).id;
  environment = (await insertEnvironment(project)).id;
  await insertEnvironment(neighbour);
  await run(insertMock("/a"));
  await run(insertFlag("one"));
  await run(insertGroup("g"));
  await run(insertGroupFlag("g"));
  await run(insertRecord("a"));
  await run(setOverride(false));
});

const run = async (...statements: SQL[]) =>
  db().transaction(async (tx) => {
    for (const statement of statements) await tx.execute(statement);
  });

const insertMock = (endpoint: string, of = project) => sql`
  insert into mocks values (gen_random_uuid(), ${of}, 'M', null, 'GET', ${endpoint}, '', '{}', 200, 0, true, now(), now())`;
const insertFlag = (key: string) => sql`
  insert into flags (project_id, id, environment_id, name, key, enabled, rollout, salt, created_at, updated_at)
  values (${project}, ${key}, ${environment}, 'F', ${key}, true, 50, ${key}, now(), now())`;
const insertGroup = (key: string) => sql`
  insert into flag_groups (id, project_id, name, key, prefix, created_at, updated_at)
  values (${project + key}, ${project}, 'G', ${key}, ${key}, now(), now())`;
const insertGroupFlag = (group: string) => sql`
  insert into group_flags values (${project + group + 1}, ${project + group}, 'F', 'f', true, 50, 'f', now(), now())`;

/** A release with a file, in which nothing but its status counts. */
const insertRelease = (status: "draft" | "published") => sql`
  with made as (
    insert into releases (id, project_id, title, content, status, from_date, to_date, repo_urls, commit_count, revision,
      commits, attempt, created_at, updated_at)
    values (gen_random_uuid(), ${project}, 'R', '', ${status}, now(), now(), '[]', 0, 0, '[]', 0, now(), now())
    returning id
  )
  select id from made`;
const attach = () => sql`
  insert into release_attachments select gen_random_uuid(), id, 'a.png', 'image/png', 1, 'a', now() from releases
  where project_id = ${project}`;

const insertSegment = () => sql`
  insert into segments (id, project_id, name, key, match, conditions, created_at, updated_at)
  values (${`${project}s`}, ${project}, 'S', 's', 'all', '[]', now(), now())`;
const insertRecord = (id: string) => sql`
  insert into records (id, project_id, group_id, metadata, created_at, updated_at)
  values (${project + id}, ${project}, ${`${project}g`}, '{}', now(), now())`;
const setOverride = (enabled: boolean) => sql`
  insert into overrides (record_id, group_flag_id, environment_id, enabled, created_at, updated_at)
  values (${`${project}a`}, ${`${project}g1`}, ${environment}, ${enabled}, now(), now())
  on conflict (record_id, group_flag_id, environment_id) do update set enabled = excluded.enabled`;

type Version = { what: string; version: string; since: string; ids: string[]; numbers: string[] };

async function versionsOf(id: string): Promise<Record<string, Version>> {
  const { rows } = (await db().execute(sql`
    select what, version::text, complete_since::text as since, changed_ids as ids, changed_in::text[] as numbers
    from project_versions where project_id = ${id}`)) as unknown as { rows: Version[] };
  return Object.fromEntries(rows.map((row) => [row.what, row]));
}

/** What has another version after the statements, which make one transaction. */
async function changedBy(...statements: SQL[]): Promise<string[]> {
  const [before, besides] = [await versionsOf(project), await versionsOf(neighbour)];
  await run(...statements);
  const after = await versionsOf(project);
  expect(await versionsOf(neighbour)).toEqual(besides);
  const changed = Object.keys(before).filter((what) => after[what]?.version !== before[what]?.version);
  return changed.map((what) => what.replace(environment, "here"));
}

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

test("the last changed mocks are known, each with the version that it changed in", async () => {
  const start = (await versionsOf(project)).mocks;
  const { rows } = (await db().execute(insertMock("/b").append(sql` returning id`))) as unknown as {
    rows: { id: string }[];
  };
  const id = rows[0]?.id ?? "";
  const added = (await versionsOf(project)).mocks;
  await run(sql`update mocks set name = 'N' where id = ${id}`, sql`delete from mocks where id = ${id}`);
  const deleted = (await versionsOf(project)).mocks;
  expect(deleted).toEqual({
    ...start,
    version: deleted?.version,
    ids: [...(start?.ids ?? []), id, id],
    numbers: [...(start?.numbers ?? []), added?.version, deleted?.version],
  });
});

test("of many changed mocks it is only known that all may have changed", async () => {
  await seedMocks(db(), project, 65, 0);
  expect((await versionsOf(project)).mocks).toMatchObject({ ids: [], numbers: [] });
  const many = (await versionsOf(project)).mocks;
  expect(many?.since).toBe(many?.version);
});

test("older changes make way for newer ones, and the list says from when on it is whole", async () => {
  for (let at = 0; at < 70; at += 1) await run(insertMock(`/seeded/by/${at}`));
  const { mocks } = await versionsOf(project);
  expect(mocks?.ids).toHaveLength(64);
  expect(mocks?.numbers).toHaveLength(64);
  expect(mocks?.numbers.at(-1)).toBe(mocks?.version);
  expect(BigInt(mocks?.since ?? 0)).toBeLessThan(BigInt(mocks?.numbers[0] ?? 0));
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

test.each<[change: string, statements: () => SQL[], noted: () => string[]]>([
  ["a flag added", () => [insertFlag("two")], () => ["flag:two"]],
  ["a flag moved", () => [sql`update flags set key = 'm' where id = 'one'`], () => ["flag:one"]],
  [
    "a flag with another id",
    () => [sql`update flags set id = 'i' where project_id = ${project}`],
    () => ["flag:i", "flag:one"],
  ],
  ["a flag deleted", () => [sql`delete from flags where id = 'one'`], () => ["flag:one"]],
  [
    "a flag of a group changed",
    () => [sql`update group_flags set salt = 's' where group_id = ${`${project}g`}`],
    () => [`group flag:${project}g1`],
  ],
  ["a group added", () => [insertGroup("h")], () => ["parts"]],
  [
    "an environment renamed",
    () => [sql`update environments set name = 'N' where id = ${environment}`],
    () => ["parts"],
  ],
  [
    "a group with its flag, and a flag",
    () => [insertGroup("h"), insertGroupFlag("h"), insertFlag("two")],
    () => ["flag:two", `group flag:${project}h1`, "parts"],
  ],
])("what is noted of %s", async (_, statements, noted) => {
  const before = (await versionsOf(project)).flags;
  await run(...statements());
  const after = (await versionsOf(project)).flags;
  expect(after?.since).toBe(before?.since);
  const fresh = after?.ids.filter((_, at) => BigInt(after.numbers[at] ?? 0) > BigInt(before?.version ?? 0));
  // The same may be noted by a change and by what it makes change.
  expect([...new Set(fresh)].sort()).toEqual(noted());
});

test.each<[change: string, statement: () => SQL]>([
  ["a group deleted", () => sql`delete from flag_groups where project_id = ${project}`],
  ["an environment deleted", () => sql`delete from environments where id = ${environment}`],
  [
    "a group given to another project",
    () => sql`update flag_groups set project_id = ${neighbour} where project_id = ${project}`,
  ],
])("of %s it is only known that all flags may have changed", async (_, statement) => {
  await run(statement());
  const { flags } = await versionsOf(project);
  expect(flags).toMatchObject({ ids: [], numbers: [] });
  expect(flags?.since).toBe(flags?.version);
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
