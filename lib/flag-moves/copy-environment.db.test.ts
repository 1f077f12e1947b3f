import { eq, sql } from "drizzle-orm";
import KSUID from "ksuid";
import { afterAll, beforeAll, expect, test } from "vitest";
import { db } from "@/db/database";
import { openProcessDatabase } from "@/db/fixtures/process-database";
import { flagGroups, flags, groupFlags, overrides } from "@/db/schema/flags";
import { copyEnvironment } from "./contract";
import { handleCopyEnvironment } from "./copy-environment";
import { openShop, type Shop } from "./fixtures/shop";

let close: () => Promise<void>;
beforeAll(async () => {
  close = await openProcessDatabase();
});
afterAll(() => close());

const copy = async ({ caller, referenceId, ids }: Shop, fields: Record<string, unknown> = {}) => {
  const input = { projectId: referenceId, environmentId: ids.staging, name: "Copy", ...fields };
  return copyEnvironment.output.parse(await caller.call(handleCopyEnvironment, input));
};

/** Records of a group, each with an override in staging. */
async function override({ projectId, ids }: Shop, count: number) {
  const [groupId, groupFlagId] = [KSUID.randomSync().string, KSUID.randomSync().string];
  await db()
    .insert(flagGroups)
    .values({ id: groupId, projectId, name: "G", key: "g", prefix: groupId.slice(0, 8) });
  const flag = { name: "F", key: "f", salt: "f", defaultEnabled: false, defaultPercentage: 100 };
  await db()
    .insert(groupFlags)
    .values({ id: groupFlagId, groupId, ...flag });
  const all = sql`from generate_series(1, ${count}::int) as n`;
  await db().execute(sql`insert into records (id, project_id, group_id, metadata, created_at, updated_at)
    select ${groupId} || n, ${projectId}, ${groupId}, '{}', now(), now() ${all}`);
  await db().execute(sql`insert into overrides (record_id, group_flag_id, environment_id, rollout, value, created_at, updated_at)
    select ${groupId} || n, ${groupFlagId}, ${ids.staging}, 7, '{"is":"5"}', now(), now() ${all}`);
}

test("it has the same flags, to the letter, with ids of their own", async () => {
  const shop = await openShop();
  const values = { type: "string" as const, values: { on: "5", off: "é" } };
  await shop.add("staging", "f", {
    ...values,
    enabled: true,
    rollout: 12,
    rolloutBasisPoints: 1234,
    salt: "s",
  });
  await shop.add("staging", "g", { description: "D", tags: ["t"], ownerId: "u" });
  await shop.add("live", "not-this");
  const made = await copy(shop);
  expect(made).toMatchObject({ name: "Copy", key: "copy", isDefault: false });
  const copies = await db().select().from(flags).where(eq(flags.environmentId, made.id)).orderBy(flags.key);
  const common = ({
    id,
    environmentId,
    createdAt,
    updatedAt,
    countedSince,
    ...rest
  }: (typeof copies)[number]) => rest;
  expect(copies.map(common)).toEqual((await shop.flagsIn("staging")).map(common));
  expect(new Set([...copies, ...(await shop.flagsIn("staging"))].map(({ id }) => id)).size).toBe(4);
});

test.each([
  [true, 6001],
  [false, 0],
])("with overrides: %s it has %i of them", async (wanted, count) => {
  const shop = await openShop();
  // More than one statement copies.
  await override(shop, 6001);
  const { id } = await copy(shop, { overrides: wanted });
  const made = await db().select().from(overrides).where(eq(overrides.environmentId, id));
  expect(made).toHaveLength(count);
  if (wanted) expect(made[0]).toMatchObject({ enabled: null, rollout: 7, value: { is: "5" } });
});

test("a name or key that is taken is refused, and nothing is left", async () => {
  const shop = await openShop();
  await shop.add("staging", "f");
  await expect(copy(shop, { name: "LIVE", key: "x" })).rejects.toMatchObject({ code: "conflict" });
  await expect(copy(shop, { key: "Staging" })).rejects.toMatchObject({ code: "conflict" });
  expect(await db().select().from(flags).where(eq(flags.projectId, shop.projectId))).toHaveLength(1);
});
