import { eq, sql } from "drizzle-orm";
import KSUID from "ksuid";
import { afterAll, beforeAll, expect, test } from "vitest";
import { db } from "@/db/database";
import { openProcessDatabase } from "@/db/fixtures/process-database";
import { insertMember, insertProject, insertUser } from "@/db/fixtures/rows";
import { flagUses } from "@/db/schema/flag-uses";
import { environments, flagGroups, flags, groupFlags, overrides, records } from "@/db/schema/flags";
import { projects } from "@/db/schema/projects";
import { Caller, clock } from "@/lib/auth/fixtures/caller";
import { projectUsesMax } from "@/lib/flag-use/write-uses";
import { handleListStaleFlags } from "./list-stale-flags";

let close: () => Promise<void>;
beforeAll(async () => {
  close = await openProcessDatabase();
});
afterAll(() => close());

const daysAgo = (days: number) => new Date(clock.now.getTime() - days * 24 * 60 * 60 * 1000);

/** How old a flag is, when it was asked for last and when what decides it changed last, in days before now. */
type Given = {
  key?: string;
  made?: number;
  counted?: number;
  asked?: number;
  decided?: number;
  enabled?: boolean;
  rollout?: number;
  rolloutBasisPoints?: number;
  variants?: { key: string; value: string; weight: number }[];
};

async function begin() {
  const { id: projectId, referenceId } = await insertProject();
  const [project] = await db().select().from(projects).where(eq(projects.id, projectId));
  const user = await insertUser();
  await insertMember(project?.teamId ?? "", user.id, "member");
  const caller = new Caller({ kind: "user", user } as never);
  const [live, staging] = [KSUID.randomSync().string, KSUID.randomSync().string];
  for (const [id, key] of [
    [live, "live"],
    [staging, "staging"],
  ] as const) {
    await db().insert(environments).values({ id, projectId, name: key, key, isDefault: false });
  }
  const group = KSUID.randomSync().string;
  await db()
    .insert(flagGroups)
    .values({ id: group, projectId, name: "Tenants", key: "tenants", prefix: "tenan" });

  async function used(kind: "global" | "group", flagId: string, asked: number | undefined) {
    if (asked === undefined) return;
    const at = { lastEvaluatedAt: daysAgo(asked), answer: "on" };
    await db()
      .insert(flagUses)
      .values({ projectId, kind, flagId, environmentId: live, ...at });
  }
  const times = ({ made = 100, counted = made, decided }: Given) => ({
    ...{ createdAt: daysAgo(made), updatedAt: daysAgo(0), countedSince: daysAgo(counted) },
    decidedAt: decided === undefined ? null : daysAgo(decided),
  });
  return {
    projectId,
    async add(given: Given, environmentId = live) {
      const { key = "beta", enabled = true, rollout = 100, rolloutBasisPoints, variants } = given;
      const id = KSUID.randomSync().string;
      const rule = { enabled, rollout, rolloutBasisPoints, variants };
      await db()
        .insert(flags)
        .values({
          id,
          projectId,
          environmentId,
          name: `Flag ${key}`,
          key,
          salt: key,
          ...rule,
          ...times(given),
        });
      await used("global", id, given.asked);
      return id;
    },
    staging,
    async addToGroup(given: Given) {
      const { key = "beta", enabled = true, rollout = 100, rolloutBasisPoints, variants } = given;
      const id = KSUID.randomSync().string;
      const rule = { defaultEnabled: enabled, defaultPercentage: rollout, rolloutBasisPoints, variants };
      await db()
        .insert(groupFlags)
        .values({ id, groupId: group, name: `Flag ${key}`, key, salt: key, ...rule, ...times(given) });
      await used("group", id, given.asked);
      return id;
    },
    async override(groupFlagId: string, set: { enabled?: boolean; rollout?: number }) {
      const id = KSUID.randomSync().string;
      await db().insert(records).values({ id, projectId, groupId: group, metadata: {} });
      await db()
        .insert(overrides)
        .values({ recordId: id, groupFlagId, environmentId: live, ...set });
    },
    list: (query = {}) =>
      caller.call(handleListStaleFlags, { projectId: referenceId, ...query }) as Promise<{
        items: Record<string, unknown>[];
      }>,
  };
}

const cases: [what: string, flag: Given, reason: string | undefined, since?: number][] = [
  ["a flag in use that is on for some", { asked: 0, rollout: 50 }, undefined],
  ["not asked for in 29 days", { asked: 29, rollout: 50 }, undefined],
  ["not asked for in 31 days", { asked: 31, rollout: 50 }, "not_evaluated", 31],
  ["never asked for, and counted for 31 days", { counted: 31, rollout: 50 }, "not_evaluated", 31],
  ["never asked for, and counted for 29 days", { counted: 29, rollout: 50 }, undefined],
  ["never asked for, and made 29 days ago", { made: 29, rollout: 50 }, undefined],
  ["at 100 % for 61 days", { asked: 0, decided: 61 }, "fully_rolled_out", 61],
  ["at 100 % since it was made", { asked: 0 }, "fully_rolled_out", 100],
  ["at 100 % for 59 days", { asked: 0, decided: 59 }, undefined],
  ["at 99.99 %", { asked: 0, decided: 61, rolloutBasisPoints: 9999 }, undefined],
  ["at 100.00 %", { asked: 0, decided: 61, rolloutBasisPoints: 10_000 }, "fully_rolled_out", 61],
  ["off, at 100 %", { asked: 0, decided: 61, enabled: false }, undefined],
  [
    "at 100 % with two variants",
    { asked: 0, decided: 61, variants: [...["a", "b"].map((key) => ({ key, value: key, weight: 50 }))] },
    undefined,
  ],
  [
    "at 100 % with one of two variants",
    {
      ...{ asked: 0, decided: 61 },
      variants: ["a", "b"].map((key) => ({ key, value: key, weight: key === "a" ? 100 : 0 })),
    },
    "fully_rolled_out",
    61,
  ],
  ["neither asked for nor changed", { asked: 31, decided: 61 }, "not_evaluated", 31],
];

test.each(cases)("%s", async (_, given, reason, since) => {
  const project = await begin();
  const [flagId, groupFlagId] = [await project.add(given), await project.addToGroup(given)];
  const { items } = await project.list();
  if (reason === undefined) return expect(items).toEqual([]);
  const shared = { key: "beta", name: "Flag beta", reason, since: daysAgo(since ?? 0).toISOString() };
  expect(items).toEqual([
    expect.objectContaining({
      ...{ ...shared, kind: "global", groupId: null, flags: [{ id: flagId, environmentKey: "live" }] },
    }),
    expect.objectContaining({
      ...{
        ...shared,
        kind: "group",
        groupName: "Tenants",
        flags: [{ id: groupFlagId, environmentKey: null }],
      },
    }),
  ]);
});

test("a key is stale when its flags are in every environment", async () => {
  const project = await begin();
  await project.add({ key: "quiet", asked: 31 });
  await project.add({ key: "quiet", asked: 40 }, project.staging);
  await project.add({ key: "asked", asked: 31, rollout: 50 });
  await project.add({ key: "asked", asked: 1, rollout: 50 }, project.staging);
  await project.add({ key: "full", asked: 1, decided: 70 });
  await project.add({ key: "full", asked: 1, decided: 80 }, project.staging);
  await project.add({ key: "rolling", asked: 1, decided: 70 });
  await project.add({ key: "rolling", asked: 1, decided: 70, rollout: 50 }, project.staging);
  const { items } = await project.list();
  expect(items.map(({ key, since, flags: of }) => [key, since, (of as unknown[]).length])).toEqual([
    ["full", daysAgo(70).toISOString(), 2],
    ["quiet", daysAgo(31).toISOString(), 2],
  ]);
  expect(items[1]).toMatchObject({ lastEvaluatedAt: daysAgo(31).toISOString() });
});

test("a flag of a group is not the same for all when a record or a rule gets something else", async () => {
  const project = await begin();
  const full = { asked: 0, decided: 61 };
  const [same, off, some] = [
    await project.addToGroup({ ...full, key: "same" }),
    await project.addToGroup({ ...full, key: "off" }),
    await project.addToGroup({ ...full, key: "some" }),
  ];
  const ruled = await project.addToGroup({ ...full, key: "ruled" });
  const condition = { attribute: "plan", operator: "exists", values: [], not: false };
  const rule = { name: null, match: "all" as const, conditions: [condition], percentage: 0, variant: null };
  const rules = { rules: [rule], decidedAt: daysAgo(61) };
  await db().update(groupFlags).set(rules).where(eq(groupFlags.id, ruled));
  await db().execute(
    sql`update group_flags set decided_at = ${daysAgo(61).toISOString()}::timestamptz where id = ${ruled}`,
  );
  await project.override(same, { enabled: true, rollout: 100 });
  await project.override(off, { enabled: false });
  await project.override(some, { rollout: 50 });
  const { items } = await project.list();
  expect(items.map(({ key }) => key)).toEqual(["same"]);
});

test("nobody is told that a flag is not asked for where not all answers are counted", async () => {
  const project = await begin();
  await project.add({ asked: 31 });
  expect((await project.list()).items).toHaveLength(1);
  await db().execute(sql`
    insert into flag_uses (project_id, kind, flag_id, environment_id, answer, last_evaluated_at)
    select ${project.projectId}, 'global', 'some-' || n, 'live', 'on', now() from generate_series(1, ${projectUsesMax}) n`);
  expect((await project.list()).items).toEqual([expect.objectContaining({ reason: "fully_rolled_out" })]);
});

test("the list has reasons, words and pages", async () => {
  const project = await begin();
  for (const [at, key] of ["a", "b", "c"].entries()) await project.add({ key, asked: 31 + at });
  await project.add({ key: "full", asked: 0, decided: 61 });
  const keys = async (query: object) => (await project.list(query)).items.map(({ key }) => key);
  expect(await keys({ reason: "fully_rolled_out" })).toEqual(["full"]);
  expect(await keys({ q: "flag b" })).toEqual(["b"]);
  expect(await keys({ sort: "-key", limit: 2 })).toEqual(["full", "c"]);
  expect(await keys({ limit: 2 })).toEqual(["full", "c"]);
  const { items } = await project.list({ fields: "message" });
  expect(items[0]).toEqual({
    id: "global full",
    message: expect.stringMatching(/^Everybody has had .* 2029\./),
  });
});

test("a change of what decides a flag begins its time anew, and no other does", async () => {
  const project = await begin();
  const id = await project.add({ decided: 61 });
  const row = async () => (await db().select().from(flags).where(eq(flags.id, id)))[0];
  await db().update(flags).set({ name: "Another", rolledOn: true, rolledAt: new Date() });
  expect((await row())?.decidedAt).toEqual(daysAgo(61));
  await db().update(flags).set({ rollout: 99 });
  expect((await row())?.decidedAt).not.toEqual(daysAgo(61));
  await db().execute(sql`update flags set decided_at = ${daysAgo(61).toISOString()}::timestamptz`);
  await db()
    .update(flags)
    .set({ variants: [{ key: "a", value: true, weight: 100 }] });
  expect((await row())?.decidedAt).not.toEqual(daysAgo(61));
});
