import { expect, test } from "vitest";
import { dayLines } from "./day-lines";

const now = new Date(2026, 2, 29, 15).getTime();
const at = (id: string, day: number, hour: number) => ({
  id,
  receivedAt: new Date(2026, 2, day, hour).toISOString(),
});

test("each day begins with a line", () => {
  const list = [at("a", 29, 14), at("b", 29, 0), at("c", 28, 23), at("d", 26, 9), at("e", 26, 8)];
  expect([...dayLines(list, now)]).toEqual([
    ["a", "Today"],
    ["c", "Yesterday"],
    ["d", "Thursday 26 March"],
  ]);
});

test("a single day has one unless it is today", () => {
  expect([...dayLines([at("a", 29, 14)], now)]).toEqual([]);
  expect([...dayLines([at("a", 28, 14)], now)]).toEqual([["a", "Yesterday"]]);
  expect([...dayLines([], now)]).toEqual([]);
});

test("there are none before the reader's clock is known", () => {
  expect([...dayLines([at("a", 28, 14)], null)]).toEqual([]);
});
