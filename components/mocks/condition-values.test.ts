import { expect, test } from "vitest";
import type { Condition } from "@/lib/mocks/responses/contract";
import { type ConditionRow, conditionOf, conditionRow, emptyCondition } from "./condition-values";
import { kindWords, whenWords } from "./condition-words";

const row = (fields: Partial<ConditionRow>): ConditionRow => ({ ...emptyCondition(), name: "a", ...fields });

test.each<[Partial<ConditionRow>, Condition]>([
  [{ value: "1" }, { in: "query", name: "a", equals: "1" }],
  [
    { in: "header", name: " Accept ", comparison: "not contains", value: "json", ignoreCase: true },
    { in: "header", name: "Accept", contains: "json", not: true, ignoreCase: true },
  ],
  [
    { in: "cookie", comparison: "exists", value: "left" },
    { in: "cookie", name: "a", exists: true },
  ],
  [
    { in: "cookie", comparison: "not exists", ignoreCase: true },
    { in: "cookie", name: "a", exists: false },
  ],
  [
    { in: "method", value: "GET" },
    { in: "method", equals: "GET" },
  ],
  [
    { in: "json", name: "", value: "1" },
    { in: "json", equals: 1 },
  ],
  [
    { in: "json", value: '"1"' },
    { in: "json", name: "a", equals: "1" },
  ],
  [
    { in: "json", value: "Ada" },
    { in: "json", name: "a", equals: "Ada" },
  ],
  [
    { in: "json", comparison: "contains", value: '{"b":[1]}' },
    { in: "json", name: "a", contains: { b: [1] } },
  ],
  [
    { in: "json", comparison: "matches", value: "1" },
    { in: "json", name: "a", matches: "1" },
  ],
  [
    { in: "json", comparison: "oneOf", value: '1\n\nAda\r\n"2"' },
    { in: "json", name: "a", oneOf: [1, "Ada", "2"] },
  ],
  [
    { comparison: "not oneOf", value: '1\n"two\\nlines"' },
    { in: "query", name: "a", oneOf: ["1", "two\nlines"], not: true },
  ],
])("%j is sent as %j", (given, condition) => {
  expect(conditionOf(row(given))).toEqual(condition);
});

test.each<Condition>([
  { in: "json", name: "a", equals: "null" },
  { in: "json", name: "a", equals: "" },
  { in: "json", name: "a", equals: null },
  { in: "json", name: "a", equals: [1, { b: "c" }] },
  { in: "json", name: "a", oneOf: ["", " ", "a\nb", '"x"', "1", 1, true, null] },
  { in: "query", name: "a", oneOf: ["", " ", "a\r\nb", '"x"', "1", '"'] },
  { in: "query", name: "", equals: "" },
  { in: "form", name: "a", matches: "^a|b$", not: true, ignoreCase: true },
  { in: "body", contains: '"1"' },
  { in: "path", name: "a", exists: false },
])("%j comes back from the form as it was", ({ name, ...condition }) => {
  const stored = name ? { ...condition, name } : condition;
  expect(conditionOf(conditionRow(stored))).toEqual(stored);
});

test("what there are two ways to say is said in one", () => {
  const rows = [{ exists: false } as const, { exists: true, not: true } as const];
  for (const way of rows) {
    expect(conditionOf(conditionRow({ in: "body", ...way }))).toEqual({ in: "body", exists: false });
  }
  // Outside of JSON, all that is compared is a text.
  for (const equals of [1, null, { toString: 1 }, [{ a: "b" }]]) {
    const condition: Condition = { in: "query", name: "a", equals };
    expect(conditionOf(conditionRow(condition))).toEqual({ ...condition, equals: JSON.stringify(equals) });
  }
});

test.each([
  [[], "all", "for every request"],
  [[row({ name: "page", value: "1" })], "all", "when query page is 1"],
  [
    [
      row({ in: "header", name: "accept", comparison: "contains", value: "json" }),
      row({ in: "json", name: "" }),
    ],
    "all",
    'when header accept contains json and JSON body is ""',
  ],
  [
    [
      row({ in: "body", comparison: "not oneOf", value: "1\n2" }),
      row({ name: "", comparison: "not exists" }),
    ],
    "any",
    "when body is none of 1, 2 or query … is not there",
  ],
  [[row({ value: "x".repeat(50) })], "all", `when query a is ${"x".repeat(40)}…`],
] as const)("%j (%s) reads %s", (conditions, match, words) => {
  expect(whenWords({ conditions: [...conditions], match })).toBe(words);
});

test.each([
  ["1", "a number"],
  ['"1"', "a text"],
  ["Ada", "a text"],
  ["", "an empty text"],
  ["true", "true"],
  ["null", "null"],
  ["[1]", "a list"],
  ["{}", "an object"],
])("%s is read as %s", (text, words) => {
  expect(kindWords(text)).toBe(words);
});
