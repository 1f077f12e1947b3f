import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { db } from "@/db/database";
import { openProcessDatabase } from "@/db/fixtures/process-database";
import { auditEntries } from "@/db/schema/audit";
import { flags } from "@/db/schema/flags";
import type { Output } from "@/lib/operations/operation";
import { promoteFlags } from "./contract";
import { openShop, type Shop } from "./fixtures/shop";
import { handlePromoteFlags } from "./promote-flags";

let close: () => Promise<void>;
beforeAll(async () => {
  close = await openProcessDatabase();
});
afterAll(() => close());

const promote = async (
  { caller, referenceId }: Shop,
  keys: string[],
  fields: Record<string, unknown> = {},
): Promise<Output<typeof promoteFlags>> => {
  const input = { projectId: referenceId, from: "staging", to: "live", keys, ...fields };
  return promoteFlags.output.parse(await caller.call(handlePromoteFlags, input));
};

const text = (on: string, off: string) => ({ type: "string" as const, values: { on, off } });

test("a flag gets all that people set, and keeps its salt and id", async () => {
  const shop = await openShop();
  const variants = [{ key: "a", value: "x", weight: 100 }];
  const words = { name: "New", description: "D", tags: ["t"], ownerId: "u" };
  const rollout = { enabled: true, rollout: 12, rolloutBasisPoints: 1234 };
  await shop.add("staging", "f", { ...text("5", "é"), variants, ...words, ...rollout, salt: "theirs" });
  await shop.add("live", "f", { ...text("old", "old"), salt: "own", rolledOn: true, rolledAt: new Date() });
  const [before] = await shop.flagsIn("live");
  const answer = await promote(shop, ["f"]);
  expect(answer).toMatchObject({ created: 0, updated: 1, unchanged: 0, refused: 0 });
  const [after] = await shop.flagsIn("live");
  expect(after).toMatchObject({ ...text("5", "é"), variants, ...words, ...rollout });
  expect(after).toMatchObject({ id: before?.id, salt: "own", rolledAt: null });
  expect(after?.updatedAt.getTime()).toBeGreaterThan(before?.updatedAt.getTime() ?? 0);
  expect(answer.flags).toMatchObject([{ before: { name: "Flag f" }, after: { name: "New", salt: "own" } }]);
});

test("a missing flag is created, with the salt of the one that it comes from", async () => {
  const shop = await openShop();
  await shop.add("staging", "f", { ...text("a", "b"), enabled: true, rollout: 50, salt: "of old" });
  expect(await promote(shop, ["f"])).toMatchObject({ created: 1, flags: [{ before: null }] });
  const [[from], [to]] = [await shop.flagsIn("staging"), await shop.flagsIn("live")];
  expect(to).toMatchObject({ ...text("a", "b"), enabled: true, rollout: 50, salt: "of old" });
  expect(to?.id).not.toBe(from?.id);
});

test("what it can't do is refused with a reason, and the rest is done", async () => {
  const shop = await openShop();
  await shop.add("staging", "typed", text("1", "0"));
  await shop.add("live", "typed", { type: "number", values: { on: 1, off: 0 } });
  await shop.add("live", "only-live");
  await shop.add("staging", "same");
  await shop.add("live", "same");
  await shop.add("staging", "fine", { enabled: true });
  const { flags: rows, ...counts } = await promote(shop, ["typed", "only-live", "none", "same", "fine"]);
  expect(counts).toMatchObject({ created: 1, updated: 0, unchanged: 1, refused: 3 });
  expect(rows.map(({ key, result }) => [key, result])).toEqual([
    ...[
      ["typed", "refused"],
      ["only-live", "refused"],
      ["none", "refused"],
    ],
    ...[
      ["same", "unchanged"],
      ["fine", "created"],
    ],
  ]);
  expect(rows[0]?.reason).toContain("string in staging and number in live");
  expect(rows[1]?.reason).toBe("staging has no flag with this key.");
  expect((await shop.flagsIn("live")).find(({ key }) => key === "typed")).toMatchObject({ type: "number" });
});

describe("a preview", () => {
  test("says what happens and writes nothing", async () => {
    const shop = await openShop();
    await shop.add("staging", "f", { enabled: true });
    await shop.add("live", "f");
    await shop.add("staging", "g");
    const before = await shop.flagsIn("live");
    const preview = await promote(shop, ["f", "g"], { dryRun: true });
    expect(await shop.flagsIn("live")).toEqual(before);
    const applied = await promote(shop, ["f", "g"], { expected: preview.version });
    expect({ ...applied, dryRun: true }).toEqual(preview);
  });

  test.each([
    ["from", "staging", "f", { rollout: 5 }],
    ["to", "live", "f", { rollout: 5 }],
  ] as const)("holds only while nobody changes a flag of %s", async (_, where, key, change) => {
    const shop = await openShop();
    await shop.add("staging", "f", { enabled: true });
    await shop.add("live", "f");
    const { version } = await promote(shop, ["f"], { dryRun: true });
    await db().update(flags).set(change).where(eq(flags.environmentId, shop.ids[where]));
    const before = await shop.flagsIn("live");
    await expect(promote(shop, [key], { expected: version })).rejects.toMatchObject({ code: "changed" });
    expect(await shop.flagsIn("live")).toEqual(before);
    const again = await promote(shop, ["f"], { dryRun: true });
    expect(await promote(shop, ["f"], { expected: again.version })).toMatchObject({ updated: 1 });
  });

  test("of other keys is another one", async () => {
    const shop = await openShop();
    await shop.add("staging", "f");
    const { version } = await promote(shop, ["f"], { dryRun: true });
    await expect(promote(shop, ["f", "g"], { expected: version })).rejects.toMatchObject({ code: "changed" });
  });
});

test("each changed flag has an entry of its own", async () => {
  const shop = await openShop();
  await shop.add("staging", "f", { enabled: true });
  await shop.add("live", "f");
  await shop.add("staging", "g");
  await shop.add("staging", "same");
  await shop.add("live", "same");
  await promote(shop, ["f", "g", "same"]);
  const entries = await db()
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.projectId, shop.projectId))
    .orderBy(auditEntries.subjectName);
  const live = await shop.flagsIn("live");
  const common = { operation: "promoteFlags", subjectKind: "flag", actorKind: "person" };
  expect(entries).toMatchObject([
    { ...common, subjectId: live[0]?.id, before: { enabled: false }, after: { enabled: true } },
    { ...common, subjectId: live[1]?.id, before: null, after: { key: "g", environment: { key: "live" } } },
  ]);
  expect(entries[0]?.after).toEqual({ enabled: true });
});

test("both ways at once end, one after the other", async () => {
  const shop = await openShop();
  const keys = Array.from({ length: 20 }, (_, at) => `f-${at}`);
  await shop.addMany("staging", keys, { enabled: true });
  await shop.addMany("live", keys);
  const ways = [{}, { from: "live", to: "staging" }];
  const results = await Promise.allSettled(ways.map((way) => promote(shop, keys, way)));
  expect(results.some(({ status }) => status === "fulfilled")).toBe(true);
  for (const each of results) {
    if (each.status === "rejected") expect(each.reason).toMatchObject({ code: "changed" });
  }
});

test("500 flags are one promotion", async () => {
  const shop = await openShop();
  const keys = Array.from({ length: 500 }, (_, at) => `f-${at}`);
  await shop.addMany("staging", keys, { enabled: true });
  await shop.addMany("live", keys.slice(0, 250));
  expect(await promote(shop, keys)).toMatchObject({ created: 250, updated: 250 });
  expect((await shop.flagsIn("live")).every(({ enabled }) => enabled)).toBe(true);
});
