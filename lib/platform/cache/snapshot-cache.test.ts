import { expect, test } from "vitest";
import { SnapshotCache } from "./snapshot-cache";

function deferred<T>() {
  let resolve: (value: T) => void = () => {};
  let reject: (error: Error) => void = () => {};
  const promise = new Promise<T>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}

test("concurrent reads of one key share one load", async () => {
  let loads = 0;
  const cache = new SnapshotCache({ max: 10, load: async () => ++loads });
  expect(await Promise.all([cache.get("a"), cache.get("a"), cache.get("a")])).toEqual([1, 1, 1]);
  expect(await cache.get("a")).toBe(1);
});

test("a load that began before an eviction is neither handed out nor kept", async () => {
  const pending = [deferred<string>(), deferred<string>()];
  let loads = 0;
  const cache = new SnapshotCache({ max: 10, load: () => pending[loads++]?.promise ?? Promise.reject() });
  const reader = cache.get("a");
  cache.evict("a");
  pending[0]?.resolve("old");
  await Promise.resolve();
  pending[1]?.resolve("new");
  expect(await reader).toBe("new");
  expect(cache.peek("a")).toBe("new");
  expect(loads).toBe(2);
});

test("a stale load that finishes after its successor does not replace it", async () => {
  const pending = [deferred<string>(), deferred<string>()];
  let loads = 0;
  const cache = new SnapshotCache({ max: 10, load: () => pending[loads++]?.promise ?? Promise.reject() });
  const first = cache.get("a");
  cache.evict("a");
  const second = cache.get("a");
  pending[1]?.resolve("new");
  expect(await second).toBe("new");
  pending[0]?.resolve("old");
  expect(await first).toBe("new");
  expect(cache.peek("a")).toBe("new");
});

test("a failed load is not kept", async () => {
  let loads = 0;
  const cache = new SnapshotCache({
    max: 10,
    load: async () => {
      loads += 1;
      if (loads === 1) throw new Error("down");
      return "up";
    },
  });
  await expect(cache.get("a")).rejects.toThrow("down");
  expect(await cache.get("a")).toBe("up");
});

test("a value older than its time to live is loaded anew", async () => {
  let now = 0;
  let loads = 0;
  const cache = new SnapshotCache({ max: 10, ttlMs: () => 1000, now: () => now, load: async () => ++loads });
  expect(await cache.get("a")).toBe(1);
  now = 999;
  expect(await cache.get("a")).toBe(1);
  now = 1000;
  expect(await cache.get("a")).toBe(2);
});

test("the time to live of now counts, not that of the load", async () => {
  let now = 0;
  let ttlMs = 30_000;
  const cache = new SnapshotCache({ max: 10, ttlMs: () => ttlMs, now: () => now, load: async () => "value" });
  await cache.get("a");
  now = 2000;
  expect(cache.peek("a")).toBe("value");
  ttlMs = 1000;
  expect(cache.peek("a")).toBeUndefined();
});

test("a value from a clock that was set back since is loaded anew", async () => {
  let now = 5000;
  const cache = new SnapshotCache({ max: 10, ttlMs: () => 1000, now: () => now, load: async () => "value" });
  await cache.get("a");
  now = 4000;
  expect(cache.peek("a")).toBeUndefined();
});

test("a value heavier than the whole cache is handed out and not kept", async () => {
  const cache = new SnapshotCache({
    max: 10,
    weight: { of: (value: string) => value.length, max: 4 },
    load: async () => "heavy value",
  });
  expect(await cache.get("a")).toBe("heavy value");
  expect(cache.peek("a")).toBeUndefined();
});

test("a value under a key that is too long to be real is not kept", async () => {
  let loads = 0;
  const cache = new SnapshotCache({ max: 10, load: async () => ++loads });
  const key = "x".repeat(1025);
  expect([await cache.get(key), await cache.get(key)]).toEqual([1, 2]);
  expect(cache.use.entries).toBe(0);
});
