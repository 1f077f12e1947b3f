import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { newConditionWork } from "./condition-work";
import { explain, holds } from "./conditions";
import { type Condition, responseLimits, type When } from "./contract";
import { requestOf } from "./fixtures/request";

const MiB = 1024 * 1024;
const urlencoded = ["Content-Type", "application/x-www-form-urlencoded"];
type Sent = Parameters<typeof requestOf>[0];

/** What a request has used up after so many conditions of one kind, each in a response of its own. */
function usedBy(condition: Condition, count: number, sent: Sent) {
  const work = newConditionWork();
  const view = requestOf(sent);
  const before = { ...work };
  for (let each = 0; each < count; each += 1) holds({ all: [condition] }, view, work);
  return { comparing: before.comparing - work.comparing, matching: before.matching - work.matching };
}

const names = (count: number) => Array.from({ length: count }, (_, at) => `"k${at}":${at}`).join();

test.each<[condition: Condition, sent: Sent]>([
  [{ in: "method", equals: "GET" }, {}],
  [{ in: "query", name: "a", oneOf: ["x", "y"] }, { target: `/?${"a=1&".repeat(50)}` }],
  [{ in: "header", name: "a", contains: "x" }, { headers: Array(40).fill("a") }],
  [
    { in: "form", name: "a", matches: "x" },
    { headers: urlencoded, body: "a=1&a=2" },
  ],
  [{ in: "body", contains: "x".repeat(50) }, { body: "é".repeat(1000) }],
  [{ in: "body", contains: "x", ignoreCase: true }, { body: "日".repeat(1000) }],
  [{ in: "json", name: "*", equals: -1 }, { body: `{${names(100)}}` }],
  [{ in: "json", contains: { k1: 2 } }, { body: `[{${names(100)}}]` }],
  [{ in: "json", equals: { k1: 2 } }, { body: `{${names(100)}}` }],
])("the work grows with the number of conditions, and only so: %j", (condition, sent) => {
  const once = usedBy(condition, 1, sent);
  expect(once.comparing).toBeGreaterThan(0);
  expect(usedBy(condition, 20, sent)).toEqual({
    comparing: 20 * once.comparing,
    matching: 20 * once.matching,
  });
});

test("the work for a value grows with its size, and only so", () => {
  const used = (count: number) =>
    usedBy({ in: "json", contains: { id: -1 } }, 1, { body: `[${Array(count).fill('{"id":1}')}]` }).comparing;
  expect(used(4000) - used(2000)).toBe(used(3000) - used(1000));
});

/** As many conditions as a mock can have. */
const all = (condition: (at: number) => Condition): When[] =>
  Array.from({ length: responseLimits.conditions / responseLimits.conditionsOfOne }, (_, response) => ({
    any: Array.from({ length: responseLimits.conditionsOfOne }, (_, at) =>
      condition(response * responseLimits.conditionsOfOne + at),
    ),
  }));
const objects = `[${Array(3).fill(`{${names(4900)}}`)}]`;
const numbers = Array.from({ length: 5000 }, (_, at) => at);

/** None of them holds. */
const hostile: [what: string, condition: Condition, sent: Sent][] = [
  [
    "deep arrays",
    { in: "json", name: "[*]".repeat(20), equals: 1 },
    { body: "[".repeat(64) + "]".repeat(64) },
  ],
  ["arrays that are too deep", { in: "json", exists: true }, { body: "[".repeat(MiB) }],
  ["a wide array", { in: "json", name: "[*]", equals: "x" }, { body: JSON.stringify(numbers) }],
  ["wide objects", { in: "json", name: "[*][*]", contains: "x" }, { body: objects }],
  ["wide objects beside small ones", { in: "json", name: "[*]", equals: { a: 1 } }, { body: objects }],
  [
    "every item with every other",
    { in: "json", contains: [...numbers].reverse() },
    { body: JSON.stringify(numbers) },
  ],
  [
    "a text of a megabyte",
    { in: "json", equals: "a", ignoreCase: true },
    { body: `"${"İ".repeat(MiB / 2 - 1)}"` },
  ],
  ["a number of a megabyte", { in: "json", equals: 1 }, { body: "1".repeat(MiB) }],
  [
    "ten thousand characters in nearly the same",
    { in: "body", contains: `${"a".repeat(4999)}b${"a".repeat(5000)}` },
    { body: "a".repeat(MiB) },
  ],
  ["a pattern of 500 characters", { in: "body", matches: "(a|b)?c".repeat(71) }, { body: "a".repeat(MiB) }],
  ["patterns on many values", { in: "json", name: "[*]", matches: "^x" }, { body: JSON.stringify(numbers) }],
  [
    "a form of ampersands",
    { in: "form", name: "a", exists: true },
    { headers: urlencoded, body: "&".repeat(MiB) },
  ],
  [
    "a form of one field",
    { in: "form", name: "a", oneOf: ["x", "y"] },
    { headers: urlencoded, body: "a=1&".repeat(MiB / 4) },
  ],
  [
    "a form of escapes",
    { in: "form", name: "a", equals: "x" },
    { headers: urlencoded, body: `a=${"%41".repeat(MiB / 3 - 1)}` },
  ],
  ["headers of one name", { in: "header", name: "a", contains: "x" }, { headers: Array(4000).fill("a") }],
  ["names of objects", { in: "json", name: "__proto__.constructor", exists: true }, { body: "{}" }],
];

describe("no request takes more than its work", () => {
  test.each(hostile)("%s", (_, condition, sent) => {
    const view = requestOf(sent);
    for (const evaluate of [holds, explain]) {
      const work = newConditionWork();
      const results = all(() => condition).map((when) => evaluate(when, view, work));
      expect(results.flat()).not.toContain(true);
      // The step with which it ends can be a large one: a text in lower case, or the names of an object.
      expect(work.comparing).toBeGreaterThanOrEqual(-MiB / 8);
      expect(work.matching).toBeGreaterThanOrEqual(0);
    }
  });
});

test("once the work is spent nothing holds, nor its opposite, and nothing is spent further", () => {
  const view = requestOf({ body: "a" });
  const work = { ...newConditionWork(), comparing: 0 };
  const conditions: Condition[] = [
    { in: "method", equals: "POST" },
    { in: "body", contains: "a" },
    { in: "query", name: "a", exists: false },
  ];
  for (const condition of conditions) {
    expect(holds({ any: [condition, { ...condition, not: true }] }, view, work)).toBe(false);
    expect(explain({ all: [condition] }, view, work)[0]).toMatch(/is too large to compare$/);
  }
  expect(work.comparing).toBe(-1);
  expect(holds(null, view, work)).toBe(true);
});

test("a pattern that costs too much fails, and so does its opposite, but not what comes after it", () => {
  const view = requestOf({ body: "a".repeat(MiB) });
  const work = newConditionWork();
  const condition: Condition = { in: "body", matches: "a" };
  expect(holds({ any: [condition, { ...condition, not: true }] }, view, work)).toBe(false);
  expect(holds({ all: [{ in: "method", matches: "^POST$" }] }, view, work)).toBe(true);
});

test("nothing anybody sends or expects makes it throw", () => {
  const anything = fc.string({ unit: "binary" });
  const sources = ["method", "path", "query", "header", "cookie", "json", "form", "body"] as const;
  const operator = fc.oneof(
    fc.jsonValue().map((equals) => ({ equals })),
    fc.jsonValue().map((contains) => ({ contains })),
    fc.array(anything, { minLength: 1 }).map((oneOf) => ({ oneOf })),
    fc.boolean().map((exists) => ({ exists })),
  );
  const place = fc.record({ in: fc.constantFrom(...sources), name: anything, ignoreCase: fc.boolean() });
  const condition = fc.tuple(place, operator).map(([where, compared]) => ({ ...where, ...compared }));
  fc.assert(
    fc.property(fc.array(condition), anything, fc.oneof(anything, fc.json()), (conditions, target, body) => {
      const when = { any: conditions as Condition[] };
      const view = requestOf({ target, body, headers: urlencoded });
      holds(when, view, newConditionWork());
      explain(when, view, newConditionWork());
    }),
  );
});
