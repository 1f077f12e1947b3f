import { describe, expect, it } from "vitest";
import { TagFilter, Tags } from "./tags";

const problems = (given: unknown) =>
  Tags.safeParse(given).error?.issues.map(({ path, message }) => [path.join("."), message].join(" ").trim());

describe("tags", () => {
  it("are trimmed and keep their order", () => {
    expect(Tags.parse([" slow ", "Beta", "ab c"])).toEqual(["slow", "Beta", "ab c"]);
    expect(Tags.parse([])).toEqual([]);
  });

  const control = "must have no commas, line breaks or other control characters";
  it.each([
    [["a", " "], "1 must not be empty"],
    [["a", "b", " A"], "2 must not be there twice, letter case aside"],
    [["a,b"], `0 ${control}`],
    [["a\tb"], `0 ${control}`],
    [["x".repeat(51)], "0 must have at most 50 characters"],
    [["a", 7], "1 must be a text"],
    [Array.from({ length: 21 }, (_, at) => `t${at}`), "must have at most 20 tags"],
    [Array.from({ length: 100_000 }, () => ({})), "must have at most 20 tags"],
    ["a", "must be a list of texts"],
    [null, "must be a list of texts"],
  ])("%j are refused", (given, message) => {
    expect(problems(given)).toEqual([message]);
  });
});

describe("filters", () => {
  it.each([
    ["a", ["a"]],
    ["a, b", ["a", "b"]],
    [
      ["a", "b,c"],
      ["a", "b", "c"],
    ],
    ["", []],
  ])("the tags of %j are %j", (given, tags) => {
    expect(TagFilter.parse(given)).toEqual(tags);
  });
});
