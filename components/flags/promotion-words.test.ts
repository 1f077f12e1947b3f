import { expect, test } from "vitest";
import { countsText } from "./promotion-words";

test.each([
  [[1, 0, 0, 0], "1 is new."],
  [[2, 1, 0, 0], "1 changes, 2 are new."],
  [[0, 3, 1, 2], "3 change, 1 is the same already, 2 can’t be promoted."],
] as const)("%j", ([created, updated, unchanged, refused], text) => {
  expect(countsText({ created, updated, unchanged, refused })).toBe(text);
});
