import { expect, test } from "vitest";
import { SnapshotCache } from "./snapshot-cache";

type Value = { number: number };

/** A cache of a source that counts its versions and knows how it was asked. */
async function renewing() {
  const source = { now: 0, number: 1, isAway: false, asked: [] as string[] };
  let gate: Promise<void> = Promise.resolve();
  const read = async (how: string): Promise<number> => {
    source.asked.push(how);
    const { number } = source;
    await gate;
    if (source.isAway) throw new Error("the database is away");
    return number;
  };
  const cache = new SnapshotCache<Value>({
    max: 2,
    load: async (key) => ({ number: await read(`load ${key}`) }),
    renew: async (key, former) => {
      const number = await read(`renew ${key} of ${former.number}`);
      return number === former.number ? former : { number };
    },
    ttlMs: () => 1000,
    stale: { isAway: () => source.isAway, patienceMs: 20, used: () => {} },
    now: () => source.now,
  });
  const first = await cache.get("a");
  const held = () => {
    let open: () => void = () => {};
    gate = new Promise((resolve) => {
      open = resolve;
    });
    return () => {
      gate = Promise.resolve();
      open();
    };
  };
  return { cache, source, first, held };
}

type Site = Awaited<ReturnType<typeof renewing>>;

test.each<[what: string, happens: (site: Site) => void, isSame: boolean, asked: string[]]>([
  ["a value that is young enough is not checked", ({ source }) => (source.now = 999), true, []],
  ["a value too old that is current lives on", ({ source }) => (source.now = 1000), true, ["renew a of 1"]],
  ["an evicted value that is current lives on", ({ cache }) => cache.evict("a"), true, ["renew a of 1"]],
  ["so it does when all were evicted", ({ cache }) => cache.clear(), true, ["renew a of 1"]],
  ["so it does when all may have changed", ({ cache }) => cache.expire(), true, ["renew a of 1"]],
  [
    "a value that is not current is replaced",
    ({ cache, source }) => {
      source.number = 2;
      cache.evict("a");
    },
    false,
    ["renew a of 1"],
  ],
])("%s", async (_, happens, isSame, asked) => {
  const site = await renewing();
  site.source.asked = [];
  happens(site);
  const value = await site.cache.get("a");
  expect([value === site.first, value.number]).toEqual([isSame, site.source.number]);
  expect(site.source.asked).toEqual(asked);
  expect(site.cache.peek("a")).toBe(value);
});

test("a value that was found current is checked again after another time to live", async () => {
  const { cache, source } = await renewing();
  source.now = 1000;
  await cache.get("a");
  source.now = 1999;
  expect(cache.peek("a")).toBeDefined();
  source.now = 2000;
  expect(cache.peek("a")).toBeUndefined();
});

test("concurrent reads share one check", async () => {
  const { cache, source } = await renewing();
  source.now = 1000;
  source.asked = [];
  await Promise.all([cache.get("a"), cache.get("a")]);
  expect(source.asked).toEqual(["renew a of 1"]);
});

test("an eviction during a check wins: what the check found is neither handed out nor kept", async () => {
  const { cache, source, held } = await renewing();
  source.now = 1000;
  const open = held();
  const reader = cache.get("a");
  source.number = 2;
  cache.evict("a");
  expect(cache.peek("a")).toBeUndefined();
  open();
  expect(await reader).toEqual({ number: 2 });
  expect(cache.peek("a")).toEqual({ number: 2 });
});

test("an evicted value is never handed out, not while the source is away either", async () => {
  const { cache, source } = await renewing();
  cache.evict("a");
  source.isAway = true;
  expect(cache.peek("a")).toBeUndefined();
  await expect(cache.get("a")).rejects.toThrow("away");
  source.isAway = false;
  expect(await cache.get("a")).toEqual({ number: 1 });
});

test("a value too old is used while it cannot be checked", async () => {
  const { cache, source, first, held } = await renewing();
  source.now = 1000;
  const open = held();
  expect(await cache.get("a")).toBe(first);
  open();
  source.now = 5000;
  source.isAway = true;
  expect(await cache.get("a")).toBe(first);
});

test("an evicted value counts among the largest number kept, and is loaded once it is forgotten", async () => {
  const { cache, source } = await renewing();
  cache.evict("a");
  await cache.get("b");
  await cache.get("c");
  source.asked = [];
  await cache.get("a");
  expect(source.asked).toEqual(["load a"]);
});
