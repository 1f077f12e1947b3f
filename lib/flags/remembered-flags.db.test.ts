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
  const plain = { rolloutBasisPoints: null, values: null, variants: null, valueBytes: 0 };
  const flag = {
    ...{ id: "f", key: "one", environmentId: environment, enabled: true, rollout: 50, salt: "s", ...plain },
  };
  expect(known.project?.flags).toEqual(new Map([[environment, new Map([["one", flag]])]]));
  expect(known.project?.environments.map(({ key }) => key)).toEqual(["production", "staging"]);
  const ofGroup = (at: number) => ({
    ...{ id: `${project}${at}`, key: `f${at}`, enabled: true, rollout: at, salt: "s" },
    ...{ ...plain, createdAt: 10 - at, groupId: project, ruleBytes: 0, targeting: null },
  });
  expect(ofGroups.project?.groupFlags).toEqual(
    new Map([
      [project, [ofGroup(2), ofGroup(1)]],
      [`${project}-`, []],
    ]),
  );
});

const insertFlag = (id: string, environmentId = environment, key = id) => sql`
  insert into flags (project_id, id, environment_id, name, key, enabled, rollout, salt, created_at, updated_at)
  values (${project}, ${id}, ${environmentId}, 'F', ${key}, true, 50, 's', now(), now()) on conflict do nothing`;
const insertGroupFlag = (id: string, groupId: string, second = 20) => sql`
  insert into group_flags values (${project + id}, ${groupId}, 'F', ${id}, true, 10, 's', to_timestamp(${second}::int), now())
  on conflict do nothing`;
const insertGroup = (id: string) => sql`
  insert into flag_groups (id, project_id, name, key, prefix, created_at, updated_at)
  values (${project + id}, ${project}, 'G', ${id}, ${id}, now(), now()) on conflict do nothing`;

type Same = { known: "all" | "flags" | "none"; ofGroups: "all" | "flags" | "none" };

test.each<[what: string, change: () => SQL, same: Same]>([
  ["nothing is", () => sql`select 1`, { known: "all", ofGroups: "all" }],
  [
    "a flag is rolled",
    () => sql`update flags set rolled_on = true, rolled_at = now() where id = 'f'`,
    { known: "all", ofGroups: "all" },
  ],
  [
    "a mock is added",
    () =>
      sql`insert into mocks values (gen_random_uuid(), ${project}, 'M', null, 'GET', '/', '', '{}', 200, 0, true, now(), now())`,
    { known: "all", ofGroups: "all" },
  ],
  [
    "a flag is changed",
    () => sql`update flags set rollout = 51 where project_id = ${project}`,
    { known: "none", ofGroups: "flags" },
  ],
  [
    "a flag of a group is changed",
    () => sql`update group_flags set default_percentage = 51 where id = ${`${project}1`}`,
    { known: "flags", ofGroups: "none" },
  ],
  [
    "an environment is renamed",
    () => sql`update environments set name = 'N' where project_id = ${project} and key = 'staging'`,
    { known: "none", ofGroups: "none" },
  ],
  [
    "an environment is deleted",
    () => sql`delete from environments where project_id = ${project} and key = 'staging'`,
    { known: "none", ofGroups: "none" },
  ],
])("what is remembered stays the same object when changed is told and %s", async (_, change, same) => {
  const before = await rememberedAfter();
  const after = await rememberedAfter(change());
  const knownIs =
    after.known === before.known
      ? "all"
      : after.known.project?.flags === before.known.project?.flags
        ? "flags"
        : "none";
  // Answers that were made of the flags are kept by their version.
  const ofGroupsIs =
    after.ofGroups === before.ofGroups
      ? "all"
      : after.ofGroups.project?.version === before.ofGroups.project?.version
        ? "flags"
        : "none";
  expect({ known: knownIs, ofGroups: ofGroupsIs }).toEqual(same);
});

test("a change of an environment makes new objects of its flags, because it ends their rolls", async () => {
  const before = await rememberedAfter();
  const after = await rememberedAfter(
    sql`update environments set updated_at = now() where id = ${environment}`,
  );
  const [was, is] = [before, after].map(({ known }) => known.project?.flags.get(environment)?.get("one"));
  expect(is).toEqual(was);
  expect(is).not.toBe(was);
});

test("of changed flags the others stay the same objects, and so do the lists of other groups", async () => {
  const before = await rememberedAfter(insertFlag("g"));
  const after = await rememberedAfter(
    sql`update flags set rollout = 51 where project_id = ${project} and id = 'f'`,
    sql`update group_flags set default_percentage = 51 where id = ${`${project}1`}`,
  );
  const [was, is] = [before, after].map(({ known, ofGroups }) => ({
    flags: known.project?.flags.get(environment),
    group: ofGroups.project?.groupFlags.get(project),
    otherGroup: ofGroups.project?.groupFlags.get(`${project}-`),
  }));
  expect(is?.flags?.get("one")).toMatchObject({ rollout: 51 });
  expect(is?.flags?.get("g")).toBe(was?.flags?.get("g"));
  expect(is?.group?.[0]).toBe(was?.group?.[0]);
  expect(is?.group?.[1]).toMatchObject({ rollout: 51 });
  expect(is?.otherGroup).toBe(was?.otherGroup);
  expect(was?.flags?.get("one")).toMatchObject({ rollout: 50 });
});

/** The same as if nothing had been remembered. */
async function expectCurrent(remembered: Awaited<ReturnType<typeof rememberedAfter>>) {
  await Promise.all([knownFlags().clear(), projectFlags().clear()]);
  // Only a number that nobody knows makes all be read.
  await db().execute(sql`update project_versions set version = nextval('project_version_numbers'),
    complete_since = currval('project_version_numbers') where project_id = ${project}`);
  const fresh = await rememberedAfter();
  const shown = ({ known, ofGroups }: typeof fresh) => ({
    environments: [known.project?.environments, ofGroups.project?.environments],
    // An environment without flags may have an empty map or none.
    flags: [...(known.project?.flags ?? [])].flatMap(([id, flags]) =>
      [...flags].map(([key, flag]) => [id, key, flag] as const),
    ),
    groups: [...(ofGroups.project?.groupFlags ?? [])],
  });
  const sorted = (of: ReturnType<typeof shown>) => ({
    environments: of.environments,
    flags: of.flags.sort(([a, b], [c, d]) => (a + b < c + d ? -1 : 1)),
    groups: of.groups.sort(([a], [b]) => (a < b ? -1 : 1)),
  });
  expect(sorted(shown(remembered))).toEqual(sorted(shown(fresh)));
}

test("after any changes in any order, what was renewed is what the database has", async () => {
  const staging = (await insertEnvironment(project, { key: "other", isDefault: false })).id;
  await rememberedAfter(insertGroup("x"), insertGroup("y"));
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  const any = <T>(...values: T[]) => values[random(values.length)] as T;
  for (let round = 0; round < 25; round += 1) {
    const changes = Array.from({ length: 1 + random(4) }, (): SQL => {
      const [id, group] = [any("a", "B", "c"), project + any("x", "y", "z")];
      const inGroup = sql`exists (select from flag_groups where id = ${group})`;
      return any(
        insertFlag(id, any(environment, staging), any("one", "two", "three")),
        sql`update flags set rollout = ${random(100)}, enabled = ${random(2) > 0} where project_id = ${project} and id = ${id}`,
        sql`delete from flags where project_id = ${project} and id = ${id}`,
        sql`update flags f set environment_id = ${any(environment, staging)} where project_id = ${project} and id = ${id}
          and not exists (select from flags where project_id = ${project} and key = f.key and id <> f.id)`,
        insertGroup(any("x", "y", "z")),
        sql`insert into group_flags select ${project + id}, ${group}, 'F', ${id}, true, 10, 's', to_timestamp(${random(3)}::int), now()
          where ${inGroup} on conflict do nothing`,
        sql`update group_flags set default_percentage = ${random(100)} where id = ${project + id}`,
        sql`update group_flags set group_id = ${group} where id = ${project + id} and ${inGroup}`,
        sql`delete from group_flags where id = ${project + id}`,
        sql`delete from flag_groups where id = ${group} and ${random(3) === 0}`,
        sql`update environments set name = ${`N${random(5)}`} where id = ${staging}`,
      );
    });
    await expectCurrent(await rememberedAfter(...changes));
  }
});

test("a group that comes back has the flags that came back with it", async () => {
  const group = `${project}x`;
  await rememberedAfter(insertGroup("x"), insertGroupFlag("a", group), insertGroupFlag("b", group));
  const { ofGroups } = await rememberedAfter(
    sql`delete from flag_groups where id = ${group}`,
    insertGroup("x"),
    insertGroupFlag("b", group),
  );
  expect(ofGroups.project?.groupFlags.get(group)?.map(({ key }) => key)).toEqual(["b"]);
});

test("more changed flags than are told apart take effect, too", async () => {
  await rememberedAfter();
  const { known, ofGroups } = await rememberedAfter(
    sql`insert into flags select project_id, 'm' || i, environment_id, 'F', 'm' || i, true, 1, 's', null, null, now(), now()
      from flags, generate_series(1, 65) i where project_id = ${project} and id = 'f'`,
    sql`insert into group_flags select ${project} || 'm' || i, ${project}, 'F', 'm' || i, true, i, 's', now(), now()
      from generate_series(1, 65) i`,
  );
  expect(known.project?.flags.get(environment)?.get("m65")).toMatchObject({ rollout: 1 });
  expect(ofGroups.project?.groupFlags.get(project)).toHaveLength(67);
});

test("of a project that is gone nothing is remembered", async () => {
  await rememberedAfter();
  const { known, ofGroups } = await rememberedAfter(sql`delete from projects where id = ${project}`);
  expect([known, ofGroups]).toEqual([{ project: null }, { project: null }]);
});
