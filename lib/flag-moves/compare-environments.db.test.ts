import { afterAll, beforeAll, expect, test } from "vitest";
import { openProcessDatabase } from "@/db/fixtures/process-database";
import { handleCompareEnvironments } from "./compare-environments";
import { openShop, type Shop } from "./fixtures/shop";

let close: () => Promise<void>;
beforeAll(async () => {
  close = await openProcessDatabase();
});
afterAll(() => close());

type Query = {
  state?: "changed" | "same" | "different" | "only_from" | "only_to";
  q?: string;
  limit?: number;
};

const compare = ({ caller, referenceId }: Shop, query: Query = {}) =>
  caller.call(handleCompareEnvironments, {
    ...{ projectId: referenceId, from: "staging", to: "live", count: true },
    ...(query as object),
  });

const A = { key: "a", value: "x", weight: 100 };

test.each([
  ["nothing", {}, {}, []],
  ["the switch", { enabled: true }, {}, ["enabled"]],
  ["the rollout", { rollout: 10 }, {}, ["rollout"]],
  ["small steps", { rollout: 12, rolloutBasisPoints: 1234 }, { rollout: 12 }, ["rollout"]],
  ["a rollout said in two ways", { rollout: 12, rolloutBasisPoints: 1200 }, { rollout: 12 }, []],
  [
    "values",
    { type: "string", values: { on: "a", off: "b" } },
    { type: "string", values: { on: "c", off: "b" } },
    ["onValue"],
  ],
  [
    "the type",
    { type: "number", values: { on: 1, off: 0 } },
    { type: "string", values: { on: "1", off: "0" } },
    ["type", "onValue", "offValue"],
  ],
  [
    "variants",
    { type: "string", values: { on: "x", off: "b" }, variants: [A] },
    { type: "string", values: { on: "x", off: "b" } },
    ["variants"],
  ],
  ["words", { name: "Other", description: "D", tags: ["t"] }, {}, ["name", "description", "tags"]],
  ["an owner", { ownerId: "u" }, { ownerId: "v" }, ["ownerId"]],
  ["the salt alone", { salt: "old" }, {}, []],
] as const)("%s", async (_, from, to, differences) => {
  const shop = await openShop();
  await shop.add("staging", "f", from as object);
  await shop.add("live", "f", to as object);
  const { items } = await compare(shop);
  const state = differences.length > 0 ? "different" : "same";
  expect(items).toMatchObject([{ key: "f", state, differences }]);
  // What a filter finds is what the row says.
  expect((await compare(shop, { state })).total).toBe(1);
  expect((await compare(shop, { state: "changed" })).total).toBe(differences.length > 0 ? 1 : 0);
});

test("keys that one of them has alone", async () => {
  const shop = await openShop();
  await shop.add("staging", "new", { name: "New one" });
  await shop.add("live", "old", { name: "Old one" });
  const { items } = await compare(shop);
  expect(items).toMatchObject([
    { key: "new", name: "New one", state: "only_from", from: { key: "new" }, to: null, differences: [] },
    { key: "old", name: "Old one", state: "only_to", from: null, to: { key: "old" }, differences: [] },
  ]);
  expect((await compare(shop, { q: "old" })).items.map(({ key }) => key)).toEqual(["old"]);
});

test("a name is found in either environment", async () => {
  const shop = await openShop();
  await shop.add("staging", "f", { name: "Checkout" });
  await shop.add("live", "f", { name: "Till" });
  for (const q of ["check", "till"]) expect((await compare(shop, { q })).total, q).toBe(1);
});

test("thousands on each side are filtered and walked by pages", async () => {
  const shop = await openShop();
  const keys = Array.from({ length: 2000 }, (_, at) => `f-${String(at).padStart(4, "0")}`);
  for (const where of ["staging", "live"] as const) {
    for (let at = 0; at < keys.length; at += 1000) await shop.addMany(where, keys.slice(at, at + 1000));
  }
  await shop.add("staging", "only-here");
  expect(await compare(shop, { state: "changed" })).toMatchObject({
    total: 1,
    items: [{ key: "only-here" }],
  });
  const page = await compare(shop, { limit: 50 });
  expect(page).toMatchObject({ total: 2001, next: expect.any(String) });
  expect(page.items).toHaveLength(50);
});
