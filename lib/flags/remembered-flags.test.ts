import { type SQL, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { db } from "@/db/database";
import { openProcessDatabase } from "@/db/fixtures/process-database";
import { insertEnvironment, insertProject } from "@/db/fixtures/rows";
import { forgetFlags } from "@/lib/environments/forget-flags";
import { projectFlags } from "@/lib/evaluation/snapshots";
import { knownFlags } from "./known-flags";

let close: () => Promise<void>;
let [project, environment] = ["", ""];

beforeAll(async () => {
  close = await openProcessDatabase();
});
afterAll(() => close());

beforeEach(async () => {
  project = (await insertProject()).id;
  environment = (await insertEnvironment(project)).id;
  await insertEnvironment(project, { key: "staging", isDefault: false });
  await db().execute(sql`
    insert into flags (project_id, id, environment_id, name, key, enabled, rollout, salt, created_at, updated_at)
    values (${project}, 'f', ${environment}, 'F', 'one', true, 50, 's', now(), now())`);
  await db().execute(sql`
    insert into flag_groups (id, project_id, name, key, prefix, created_at, updated_at)
    values (${project}, ${project}, 'G', 'g', 'g', now(), now()), (${`${project}-`}, ${project}, 'H', 'h', 'h', now(), now())`);
  await db().execute(sql`
    insert into group_flags select ${project} || i, ${project}, 'F', 'f' || i, true, i, 's', to_timestamp(10 - i), now()
    from generate_series(1, 2) i`);
});

/** What is remembered for the next request after changes that are told. */
async function rememberedAfter(...changes: SQL[]) {
  for (const change of changes) await db().execute(change);
  await forgetFlags(project);
  const [known, ofGroups] = [await knownFlags().get(project), await projectFlags().get(project)];
  return { known, ofGroups };
}

test("flags are remembered by environment and by group, the oldest first", async () => {
  const { known, ofGroups } = await rememberedAfter();
  const flag = { id: "f", key: "one", environmentId: environment, enabled: true, rollout: 50, salt: "s" };
  expect(known.project?.flags).toEqual(new Map([[environment, new Map([["one", flag]])]]));
  expect(known.project?.environments.map(({ key }) => key)).toEqual(["production", "staging"]);
  const ofGroup = (at: number) => ({
    ...{ id: `${project}${at}`, key: `f${at}`, defaultEnabled: true, defaultPercentage: at, salt: "s" },
  });
  expect(ofGroups.project?.groupFlags).toEqual(
    new Map([
      [project, [ofGroup(2), ofGroup(1)]],
      [`${project}-`, []],
    ]),
  );
});

test.each<[what: string, change: () => SQL, isSame: boolean]>([
  ["nothing is", () => sql`select 1`, true],
  ["a flag is rolled", () => sql`update flags set rolled_on = true, rolled_at = now() where id = 'f'`, true],
  [
    "a mock is added",
    () =>
      sql`insert into mocks values (gen_random_uuid(), ${project}, 'M', null, 'GET', '/', '', '{}', 200, 0, true, now(), now())`,
    true,
  ],
  ["a flag is changed", () => sql`update flags set rollout = 51 where project_id = ${project}`, false],
  [
    "a flag of a group is changed",
    () => sql`update group_flags set default_percentage = 51 where group_id = ${project}`,
    false,
  ],
  [
    "an environment is deleted",
    () => sql`delete from environments where project_id = ${project} and key = 'staging'`,
    false,
  ],
])("what is remembered stays the same object when changed is told and %s", async (_, change, isSame) => {
  const before = await rememberedAfter();
  const after = await rememberedAfter(change());
  expect([after.known === before.known, after.ofGroups === before.ofGroups]).toEqual([isSame, isSame]);
});

test("of a project that is gone nothing is remembered", async () => {
  await rememberedAfter();
  const { known, ofGroups } = await rememberedAfter(sql`delete from projects where id = ${project}`);
  expect([known, ofGroups]).toEqual([{ project: null }, { project: null }]);
});
