import { describe, expect, test } from "vitest";
import { LinearPattern, newPatternWork, patternOccurs, patternProblem } from "./linear-pattern";
import { estimatedSize } from "./pattern-size";

describe("patternProblem", () => {
  test.each([
    ["(", "missing closing"],
    ["a{1001}", "Use smaller repetitions"],
    ["(?=a)", "without look-around"],
    ["(a)\\1", "back-references"],
    ["[a-z]{501}", "Use smaller repetitions"],
    [`(?:${"a?".repeat(30)}){900}`, "Use smaller repetitions"],
    ["((a{10}){10}){10}", "Use smaller repetitions"],
    ["(\\pL{1000}){1000}".repeat(20), "Use smaller repetitions"],
  ])("%j is refused", (pattern, problem) => {
    expect(patternProblem({ pattern })).toContain(problem);
  });

  test.each([
    "",
    "^/v[0-9]+/users$",
    "(?i)a|b",
    "^(?P<id>\\d+)$",
    "(?<id>\\d+)",
    "[a-z]{400}",
    "\\Q{9}\\E",
    "[{9}]",
  ])("%j is fine", (pattern) => {
    expect(patternProblem({ pattern })).toBeUndefined();
  });
});

test.each([
  ["abc", 3],
  ["(ab){10}", 40],
  ["(a{30}){30}", 960],
  ["[{9}]{3}", 3],
  ["\\{9}", 3],
  ["a{2,5}", 5],
  ["a{2,}", 2],
  ["((((", 0],
])("the size of %j is about %d", (pattern, size) => {
  expect(estimatedSize(pattern)).toBe(size);
});

describe("a pattern", () => {
  test("occurs anywhere in a text, in any case where that is wished", () => {
    const occurs = (pattern: string, text: string, ignoreCase = false) =>
      patternOccurs({ pattern, ignoreCase }, text, newPatternWork());
    expect(occurs("b+", "abbc")).toBe(true);
    expect(occurs("^b", "abbc")).toBe(false);
    expect(occurs("BB", "abbc")).toBe(false);
    expect(occurs("BB", "abbc", true)).toBe(true);
  });

  test("costs its instructions for each character, and nothing is left undecided but what goes beyond", () => {
    const pattern = new LinearPattern({ pattern: "(a|aa)+$" });
    const work = newPatternWork();
    const before = work.matching;
    expect(pattern.occurs("a".repeat(99), work)).toBe(true);
    expect(before - work.matching).toBe(pattern.size * 100);
    expect(pattern.occurs("a".repeat(1_000_000), work)).toBeUndefined();
    expect(before - work.matching).toBe(pattern.size * 100);
  });

  test("that no request could afford to compile is left undecided", () => {
    const work = { ...newPatternWork(), compiling: 0 };
    expect(patternOccurs({ pattern: "only-here-[0-9]" }, "only-here-1", work)).toBeUndefined();
    expect(patternOccurs({ pattern: "only-here-[0-9]" }, "only-here-1", newPatternWork())).toBe(true);
    expect(patternOccurs({ pattern: "only-here-[0-9]" }, "only-here-1", work)).toBe(true);
  });

  test("gives its named groups, and may be used as often as one likes", () => {
    const pattern = new LinearPattern({ pattern: "^/v(?P<major>[0-9]+)/(?<rest>.*)$" });
    for (let round = 0; round < 100; round++) {
      const groups = pattern.groups(`/v${round}/${"x".repeat(1000)}`, newPatternWork());
      expect(groups.major).toBe(String(round));
      expect(groups.rest).toHaveLength(1000);
    }
    expect(Object.keys(pattern.groups("/no", newPatternWork()))).toEqual([]);
  });
});
