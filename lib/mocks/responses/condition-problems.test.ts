import { describe, expect, test } from "vitest";
import { conditionProblems } from "./condition-problems";
import { Condition, When } from "./contract";

type Given = Parameters<typeof conditionProblems>[0];

describe("a condition is sound", () => {
  test.each<Given>([
    { in: "method", equals: "POST" },
    { in: "query", name: "page", equals: 1 },
    { in: "query", name: "page", equals: null },
    { in: "header", name: "X-A_b.c", exists: false },
    { in: "cookie", name: "a b", matches: "" },
    { in: "json", equals: { a: [1] } },
    { in: "json", name: "items[*].id", contains: [1] },
    { in: "form", name: "__proto__", oneOf: ["1"], ignoreCase: true },
    { in: "body", contains: "a" },
  ])("%j", (given) => {
    expect(conditionProblems(given)).toEqual([]);
    expect(Condition.safeParse(given).success).toBe(true);
  });
});

describe("a condition is refused", () => {
  test.each<[given: Given, path: string[], message: string]>([
    [{ in: "query", equals: 1 }, ["name"], "must say which query parameter"],
    [{ in: "path", name: "", equals: 1 }, ["name"], "must say which parameter of the path"],
    [{ in: "form", equals: 1 }, ["name"], "must say which field"],
    [{ in: "cookie", equals: 1 }, ["name"], "must say which cookie"],
    [{ in: "header", name: "Accept:", equals: 1 }, ["name"], "must be the name of a header, such as accept"],
    [{ in: "header", name: "é", equals: 1 }, ["name"], "must be the name of a header, such as accept"],
    [{ in: "method", name: "a", equals: 1 }, ["name"], "must be left out for method"],
    [{ in: "body", name: "", equals: 1 }, ["name"], "must be left out for body"],
    [
      { in: "json", name: "a..b", equals: 1 },
      ["name"],
      "must be a place such as user.name, items[0].id or items[*].id",
    ],
    [
      { in: "json", name: "", equals: 1 },
      ["name"],
      "must be a place such as user.name, items[0].id or items[*].id",
    ],
    [{ in: "body" }, [], "must have exactly one of equals, contains, matches, exists, oneOf"],
    [
      { in: "body", equals: 1, exists: true },
      [],
      "must have exactly one of equals, contains, matches, exists, oneOf",
    ],
    [{ in: "body", equals: {} }, ["equals"], "must be a text, a number, true, false or null"],
    [{ in: "query", name: "a", contains: [] }, ["contains"], "must be a text, a number, true, false or null"],
  ])("%j", (given, path, message) => {
    expect(conditionProblems(given)).toEqual([{ path, message }]);
    expect(Condition.safeParse(given).success).toBe(false);
  });

  test("with a problem in each place that is wrong", () => {
    expect(conditionProblems({ in: "query", equals: {}, contains: [] })).toHaveLength(4);
  });
});

test.each([
  [null, true],
  [{ all: [{ in: "body", exists: true }] }, true],
  [{ any: [{ in: "body", exists: true }] }, true],
  [{ all: [] }, false],
  [{ all: [{ in: "body", exists: true }], any: [{ in: "body", exists: true }] }, false],
  [{ all: Array(21).fill({ in: "body", exists: true }) }, false],
  [{ any: [{ in: "body", exists: true, unknown: 1 }] }, false],
  [{}, false],
])("%j: its conditions can be tried: %j", (given, isSound) => {
  expect(When.safeParse(given).success).toBe(isSound);
});
