import { expect, test } from "vitest";
import type { Bus } from "@/lib/platform/bus/bus";
import { createMemoryBus } from "@/lib/platform/bus/memory";
import { createSharedCache } from "./shared-cache";

/** A bus whose state the test decides. */
function fakeBus(hears: boolean) {
  const state = { status: "ok" as ReturnType<Bus["status"]>, resume: () => {}, establish: () => {} };
  const ready = new Promise<void>((resolve) => {
    state.establish = resolve;
  });
  const memory = createMemoryBus();
  const bus: Bus = {
    ...memory,
    hears,
    status: () => state.status,
    subscribe: (channel, listener) => ({ ...memory.subscribe(channel, listener), ready }),
    onResume(listener) {
      state.resume = listener;
      return () => {};
    },
  };
  return { bus, state };
}

async function loadedCache({ hears = true, alone = false } = {}) {
  const { bus, state } = fakeBus(hears);
  const clock = { now: 0 };
  const options = { max: 10, now: () => clock.now, load: async (key: string) => `value of ${key}` };
  const cache = createSharedCache("things", options, { bus, alone });
  state.establish();
  await Promise.resolve();
  await cache.get("a");
  return { bus, state, clock, cache };
}

const arrangements = [
  {
    arrangement: "alone on its database",
    options: { alone: true, hears: false },
    oldest: 29_999,
    tooOld: 30_000,
  },
  { arrangement: "heard of the others", options: {}, oldest: 29_999, tooOld: 30_000 },
  { arrangement: "deaf to the others", options: { hears: false }, oldest: 999, tooOld: 1000 },
];

test.each(arrangements)(
  "$arrangement, a value lives up to its bound",
  async ({ options, oldest, tooOld }) => {
    const { cache, clock } = await loadedCache(options);
    clock.now = oldest;
    expect(cache.peek("a")).toBe("value of a");
    clock.now = tooOld;
    expect(cache.peek("a")).toBeUndefined();
  },
);

test("while the bus is degraded, also a value that was loaded before lives for a second at most", async () => {
  const { cache, clock, state } = await loadedCache();
  clock.now = 1000;
  expect(cache.peek("a")).toBe("value of a");
  state.status = "degraded";
  expect(cache.peek("a")).toBeUndefined();
  await cache.get("a");
  clock.now = 1999;
  expect(cache.peek("a")).toBe("value of a");
  clock.now = 2000;
  expect(cache.peek("a")).toBeUndefined();
});

test("when messages may have been missed everything is forgotten", async () => {
  const { cache, state } = await loadedCache();
  state.resume();
  expect(cache.peek("a")).toBeUndefined();
});

test("a value loaded before evictions could be heard is forgotten once they can", async () => {
  const { bus, state } = fakeBus(true);
  const clock = { now: 0 };
  const options = { max: 10, now: () => clock.now, load: async () => "value" };
  const cache = createSharedCache("things", options, { bus, alone: false });
  await cache.get("a");
  clock.now = 1000;
  expect(cache.peek("a")).toBeUndefined();
  await cache.get("a");
  state.establish();
  await Promise.resolve();
  expect(cache.peek("a")).toBeUndefined();
});

test("an eviction from anywhere takes away just the keys it names", async () => {
  const { bus, cache } = await loadedCache();
  await cache.get("b");
  await bus.publish("evict:things", ["a"]);
  await bus.publish("evict:others", ["b"]);
  await bus.publish("evict:things", "b");
  expect([cache.peek("a"), cache.peek("b")]).toEqual([undefined, "value of b"]);
});
