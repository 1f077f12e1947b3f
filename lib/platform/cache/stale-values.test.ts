import { expect, test } from "vitest";
import { SnapshotCache } from "./snapshot-cache";

/** A cache whose clock, source and outage are the test's; patience is real time, and short. */
function outlasting() {
  const state = {
    now: 0,
    isAway: false,
    used: 0,
    value: "old",
    load: undefined as undefined | Promise<string>,
  };
  const used = () => {
    state.used += 1;
  };
  const cache = new SnapshotCache<string>({
    max: 10,
    load: () => state.load ?? Promise.resolve(state.value),
    ttlMs: () => 1000,
    stale: { isAway: () => state.isAway, patienceMs: 20, used },
    now: () => state.now,
  });
  return { cache, state };
}

const never = new Promise<string>(() => {});
const failing = () => Promise.reject(new Error("the database is away"));

test("an old value is used at once while the source is away, and not a moment longer", async () => {
  const { cache, state } = outlasting();
  await cache.get("a");
  state.now = 5000;
  expect([cache.peek("a"), state.used]).toEqual([undefined, 0]);
  state.isAway = true;
  expect([cache.peek("a"), await cache.get("a"), state.used]).toEqual(["old", "old", 2]);
  state.isAway = false;
  state.value = "new";
  expect([cache.peek("a"), await cache.get("a")]).toEqual([undefined, "new"]);
});

test("an old value is used when its load fails", async () => {
  const { cache, state } = outlasting();
  await cache.get("a");
  state.now = 5000;
  state.load = failing();
  expect([await cache.get("a"), state.used]).toEqual(["old", 1]);
});

test("whoever waits for a load gets the old value after a while, and the next ones do not wait", async () => {
  const { cache, state } = outlasting();
  await cache.get("a");
  state.now = 5000;
  state.load = never;
  expect(await cache.get("a")).toBe("old");
  state.now = 5020;
  expect(cache.peek("a")).toBe("old");
  expect(state.used).toBe(2);
});

test("what was evicted never comes back, whatever fails", async () => {
  const { cache, state } = outlasting();
  await cache.get("a");
  cache.evict("a");
  state.isAway = true;
  expect(cache.peek("a")).toBeUndefined();
  state.load = failing();
  await expect(cache.get("a")).rejects.toThrow("away");
});

test("an eviction during a load that takes too long leaves nothing to fall back on", async () => {
  const { cache, state } = outlasting();
  await cache.get("a");
  state.now = 5000;
  let fail: (error: Error) => void = () => {};
  state.load = new Promise<string>((_, reject) => {
    fail = reject;
  });
  const reader = cache.get("a");
  cache.evict("a");
  state.load = Promise.resolve("new");
  fail(new Error("too late"));
  expect(await reader).toBe("new");
});

test("what may have changed unheard is loaded again, and only used where that fails", async () => {
  const { cache, state } = outlasting();
  await cache.get("a");
  cache.expire();
  expect(cache.peek("a")).toBeUndefined();
  state.load = failing();
  expect(await cache.get("a")).toBe("old");
  state.load = Promise.resolve("new");
  expect(await cache.get("a")).toBe("new");
});
