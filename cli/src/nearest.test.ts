import { expect, test } from "vitest";
import { nearest } from "./nearest";

test.each([
  ["lisen", "listen"],
  ["LISTEN", "listen"],
  ["triger", "trigger"],
  ["xyz", undefined],
  ["", undefined],
])("%s is most like %s", (word, found) => {
  expect(nearest(word, ["listen", "trigger", "login"])).toBe(found);
});
