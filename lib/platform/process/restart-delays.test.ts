import { expect, it } from "vitest";
import { RestartDelays } from "./restart-delays";

it("waits longer with each failure, and 5 s at most", () => {
  const delays = new RestartDelays();
  const waits = Array.from({ length: 20 }, () => delays.next(0, 0).waitMs);
  expect(waits.slice(0, 6)).toEqual([100, 500, 1_000, 2_000, 5_000, 5_000]);
  expect(Math.max(...waits)).toBe(5_000);
});

it.each([
  ["a healthy minute begins anew", 60_000, { waitMs: 100, failures: 1 }],
  ["less than that goes on", 59_999, { waitMs: 5_000, failures: 8 }],
])("%s", (_, ranMs, expected) => {
  const delays = new RestartDelays();
  for (let failure = 0; failure < 7; failure += 1) delays.next(0, 0);
  expect(delays.next(ranMs, 0)).toMatchObject(expected);
});

it("tells of the first failures, then of one a minute, and says when they don't end", () => {
  const delays = new RestartDelays();
  const told: number[] = [];
  const lasting: number[] = [];
  for (let now = 0; now <= 180_000; now += 5_000) {
    const { isTold, isLasting, failures } = delays.next(0, now);
    if (isTold) told.push(now);
    if (isLasting) lasting.push(failures);
  }
  expect(told).toEqual([0, 5_000, 10_000, 15_000, 20_000, 80_000, 140_000]);
  expect(lasting[0]).toBe(5);
  expect(lasting).toHaveLength(33);
});
