import { expect, test } from "vitest";
import { reconnectDelay } from "./reconnect-delay";

test("doubles, with half of it left to chance, up to half a minute", () => {
  expect([1, 2, 3, 4, 5, 6, 7, 8, 100].map((attempt) => reconnectDelay(attempt, 1))).toEqual([
    500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000,
  ]);
  expect(reconnectDelay(1, 0)).toBe(250);
  expect(reconnectDelay(8, 0)).toBe(15_000);
  expect(reconnectDelay(4, 0.5)).toBe(3000);
});
