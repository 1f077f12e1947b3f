import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { connectionTo } from "./connection";
import { FieldkitError } from "./errors";
import type { ConnectionOptions } from "./types";
import { follow, type Updates } from "./updates";

let loads: number;
let failing: FieldkitError | undefined;
let updates: Updates;

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, "random").mockReturnValue(0.5);
  [loads, failing] = [0, undefined];
});
afterEach(() => {
  updates.close();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

async function begin(given: Partial<ConnectionOptions>): Promise<void> {
  const fetch = () => expect.unreachable("there is no stream");
  const options = { url: "https://fieldkit.test", key: "fk_x", fetch, onError: () => {}, ...given };
  updates = follow(options, connectionTo(options), async () => {
    loads += 1;
    if (failing) throw failing;
  });
  await pass(0);
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

test("polls at its interval, and sooner after a failure", async () => {
  await begin({ updates: "poll", pollMs: 10_000 });
  expect(loads).toBe(1);
  failing = new FieldkitError("away", "unreachable");
  await pass(10_000);
  expect(loads).toBe(2);
  await pass(1000);
  await pass(2000);
  await pass(4000);
  expect(loads).toBe(5);
  // Never rarer than otherwise.
  await pass(30_000);
  failing = undefined;
  await pass(10_000);
  expect(loads).toBe(9);
  await pass(10_000);
  expect(loads).toBe(10);
});

test("without updates, loads until it succeeds", async () => {
  failing = new FieldkitError("away", "unreachable");
  await begin({ updates: "none" });
  await pass(1000);
  failing = undefined;
  await pass(3_600_000);
  expect(loads).toBe(3);
});

test.each([Number.NaN, Number.POSITIVE_INFINITY, 0, -1])(
  "an interval of %d ms polls at most each second",
  async (pollMs) => {
    await begin({ updates: "poll", pollMs });
    await pass(10_000);
    expect(loads).toBeLessThanOrEqual(11);
  },
);

test.each([9_999_999_999, 0.001, -5])(
  "a response that asks to wait %d ms makes neither a storm nor an end",
  async (ms) => {
    await begin({ updates: "poll", pollMs: 10_000 });
    failing = new FieldkitError("busy", "unavailable", 503, ms);
    await pass(10_000);
    await pass(600_000);
    expect(loads).toBeGreaterThan(2);
    expect(loads).toBeLessThan(70);
  },
);

test("waits as long as a response asks", async () => {
  await begin({ updates: "poll", pollMs: 10_000 });
  failing = new FieldkitError("Too many requests", "rate_limited", 429, 90_000);
  await pass(10_000);
  failing = undefined;
  await pass(89_000);
  expect(loads).toBe(2);
  await pass(1000);
  expect(loads).toBe(3);
});

test("many refreshes at once are two loads at most", async () => {
  await begin({ updates: "none" });
  await Promise.all(Array.from({ length: 100 }, () => updates.refresh()));
  expect(loads).toBe(3);
});
