import { type SQL, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { db } from "./database";
import { seedMocks } from "./fixtures/large-lists";
import { openProcessDatabase } from "./fixtures/process-database";
import {
  environment,
  insertFlag,
  insertGroup,
  insertGroupFlag,
  insertMock,
  insertVersioned,
  neighbour,
  project,
  run,
  versionsOf,
} from "./fixtures/versioned-project";

let close: () => Promise<void>;
beforeAll(async () => {
  close = await openProcessDatabase();
});
afterAll(() => close());
beforeEach(insertVersioned);

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
