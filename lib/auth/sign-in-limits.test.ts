import { expect, test } from "vitest";
import { delayMs } from "./sign-in-limits";

test("the first attempts at an account wait for nothing, later ones ever longer, and none for long", () => {
  const delays = Array.from({ length: 200 }, (_, attempts) => delayMs(attempts));
  expect(delays.slice(0, 11)).toEqual(Array(11).fill(0));
  expect(delays).toEqual(delays.toSorted((one, other) => one - other));
  expect(delays[60]).toBeGreaterThan(delays[20] ?? 0);
  expect(Math.max(...delays)).toBeLessThanOrEqual(2000);
});
