import { describe, expect, test } from "vitest";
import { delayOf } from "./delay";

const chance = (...numbers: number[]) => {
  let at = 0;
  return () => numbers[at++ % numbers.length] ?? 0;
};
const uniform = (minMs: number, maxMs: number) => ({ type: "uniform", minMs, maxMs }) as const;
const lognormal = (medianMs: number, sigma: number) => ({ type: "lognormal", medianMs, sigma }) as const;

describe("an answer waits", () => {
  test.each([
    ["for its fixed delay", 40, null, [0.5], 40],
    ["from the least", 0, uniform(10, 20), [0], 10],
    ["to the most, which is one of them", 0, uniform(10, 20), [0.9999], 20],
    ["for both", 100, uniform(10, 20), [0], 110],
    ["around a median", 0, lognormal(50, 0.5), [0.5, 0.25], 50],
    ["with a long tail", 0, lognormal(50, 1), [0.99, 0], 1040],
    ["never longer than half a minute", 29_990, uniform(20, 20), [0], 30_000],
    ["never longer than that, however unlikely", 0, lognormal(30_000, 3), [0.999_999, 0], 30_000],
  ] as const)("%s", (_guarantee, delayMs, delayDistribution, numbers, waited) => {
    expect(delayOf({ delayMs, delayDistribution }, chance(...numbers))).toBe(waited);
  });

  test("half of the time less than the median", () => {
    let seed = 1;
    const random = () => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed / 2_147_483_647;
    };
    const all = Array.from({ length: 2000 }, () =>
      delayOf({ delayMs: 0, delayDistribution: lognormal(1000, 0.7) }, random),
    );
    const share = all.filter((ms) => ms < 1000).length / all.length;
    expect(share).toBeGreaterThan(0.45);
    expect(share).toBeLessThan(0.55);
  });
});
