import { expect, it, test } from "vitest";
import { hasTag, tagsOf, toggledTag, withoutTag, withTag } from "./tag-list";

test.each([
  [null, []],
  ["", []],
  ["a", ["a"]],
  ["a,b c", ["a", "b c"]],
])("the tags of %j are %j", (text, tags) => {
  expect(tagsOf(text)).toEqual(tags);
});

test.each<[tags: string[], tag: string, text: string | null]>([
  [[], "a", "a"],
  [["a"], "b", "a,b"],
  [["a", "b"], "A", "b"],
  [["a"], "a", null],
])("%j toggled by %s is %j", (tags, tag, text) => {
  expect(toggledTag(tags, tag)).toBe(text);
});

it("a tag is the same in any letter case", () => {
  expect(withTag(["Slow"], "slow")).toEqual(["Slow"]);
  expect(withTag(["Slow"], "beta")).toEqual(["Slow", "beta"]);
  expect(withoutTag(["Slow", "beta"], "SLOW")).toEqual(["beta"]);
  expect(hasTag(["Slow"], "sLOW")).toBe(true);
  expect(hasTag(["Slow"], "slo")).toBe(false);
});
