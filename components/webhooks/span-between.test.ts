import { expect, test } from "vitest";
import { spanBetween } from "./span-between";

const start = Date.parse("2030-01-31T12:00:00.000Z");

test.each([
  [0, "0 ms"],
  [999, "999 ms"],
  [2450, "2.4 s"],
  [59_999, "59.9 s"],
  [185_000, "3 min 5 s"],
  [7_800_000, "2 h 10 min"],
  [-5, "0 ms"],
])("%d ms are %s", (ms, words) => {
  expect(spanBetween(new Date(start).toISOString(), new Date(start + ms).toISOString())).toBe(words);
});
