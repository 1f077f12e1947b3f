import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { newConditionWork } from "./condition-work";
import { contains, isEqual } from "./json-compare";

const how = (ignoreCase = false) => ({ ignoreCase, work: newConditionWork() });
/** As JSON, so that names such as `__proto__` are fields. */
type Row = [value: string, expected: string];
const read = (row: Row) => row.map((text) => JSON.parse(text)) as [unknown, unknown];

describe("equal", () => {
  test.each<Row>([
    ["null", "null"],
    ["1", "1.0"],
    ["0", "-0"],
    ['"a"', '"a"'],
    ['{"a":1,"b":[2,{}]}', '{"b":[2,{}],"a":1}'],
    ['{"__proto__":1}', '{"__proto__":1}'],
    ["[]", "[]"],
  ])("%s and %s", (...row) => expect(isEqual(...read(row), how())).toBe(true));
});

describe("not equal", () => {
  test.each<Row>([
    ["1", '"1"'],
    ["null", "0"],
    ["null", '"null"'],
    ["false", "null"],
    ['"a"', '"A"'],
    ["[1,2]", "[2,1]"],
    ["[1]", "[1,1]"],
    ["[]", "{}"],
    ["{}", "[]"],
    ["{}", "null"],
    ['{"a":1}', '{"a":1,"b":2}'],
    ['{"a":1,"b":2}', '{"a":1}'],
    ['{"a":1}', '{"b":1}'],
    ['{"a":null}', "{}"],
    ["{}", '{"__proto__":{}}'],
    ['{"a":1}', '{"constructor":1}'],
    ['["a"]', '{"0":"a"}'],
  ])("%s and %s", (...row) => expect(isEqual(...read(row), how())).toBe(false));
});

describe("contained", () => {
  test.each<Row>([
    ['"abc"', '"b"'],
    ['"abc"', '""'],
    ["[1,2,3]", "2"],
    ["[1,2,3]", "[3,1]"],
    ["[1,2,3]", "[]"],
    ["[[1],[2,3]]", "3"],
    ['[{"id":1,"a":2}]', '{"id":1}'],
    ['[{"id":1,"a":2},{"id":2}]', '[{"id":2},{"id":1}]'],
    ['{"a":{"b":1,"c":2},"d":3}', '{"a":{"b":1}}'],
    ['{"a":[{"x":1,"y":2}]}', '{"a":[{"x":1}]}'],
    ['{"a":[1,2]}', '{"a":2}'],
    ['{"a":1}', "{}"],
    ['{"a":null}', '{"a":null}'],
    ['{"__proto__":1,"b":2}', '{"__proto__":1}'],
    ["5", "5"],
  ])("of %s: %s", (...row) => expect(contains(...read(row), how())).toBe(true));
});

describe("not contained", () => {
  test.each<Row>([
    ['"abc"', '"B"'],
    ['"a1"', "1"],
    ["15", "5"],
    ['["abc"]', '"b"'],
    ['{"a":"abc"}', '{"a":"b"}'],
    ["[1,2]", "[1,4]"],
    ["[]", "null"],
    ["{}", '{"a":null}'],
    ["{}", '{"constructor":{}}'],
    ["{}", '{"__proto__":{}}'],
    ["1", "[1]"],
    ['{"a":1}', "1"],
    ['{"0":1}', "[1]"],
    ["null", "{}"],
  ])("of %s: %s", (...row) => expect(contains(...read(row), how())).toBe(false));
});

test("letter case can be left aside, in texts at any depth but not in names", () => {
  const value = { a: ["Straße", { b: "ÉA" }] };
  expect(isEqual(value, { a: ["STRAßE", { b: "éa" }] }, how(true))).toBe(true);
  expect(isEqual(value, { A: ["STRAßE", { b: "éa" }] }, how(true))).toBe(false);
  expect(contains(value, { a: [{ b: "éA" }] }, how(true))).toBe(true);
  expect(contains("ABC", "bC", how(true))).toBe(true);
  expect(contains("ABC", "bd", how(true))).toBe(false);
});

const json = fc.jsonValue({ depthSize: "medium" });

/** Fields in another order. */
function turned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(turned);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, each]) => [name, turned(each)]),
  );
}

test("a value equals and contains itself, whatever the order of its fields", () => {
  fc.assert(
    fc.property(json, (value) => {
      expect(isEqual(value, turned(value), how())).toBe(true);
      expect(contains(value, turned(value), how())).toBe(true);
      expect(isEqual(value, turned(value), how(true))).toBe(true);
    }),
  );
});

test("values are equal exactly when their JSON is, with its fields in order", () => {
  const sorted = (value: unknown) =>
    JSON.stringify(value, (_, each) =>
      typeof each === "object" && each !== null && !Array.isArray(each)
        ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
        : each,
    );
  const small = fc.jsonValue({ maxDepth: 2, stringUnit: fc.constantFrom("a", "b") });
  fc.assert(
    fc.property(small, small, (value, expected) => {
      expect(isEqual(value, expected, how())).toBe(sorted(value) === sorted(expected));
      if (isEqual(value, expected, how())) expect(contains(value, expected, how())).toBe(true);
    }),
  );
});

test("a comparison is given up when it has taken all steps there are", () => {
  const wide = Array.from({ length: 5000 }, (_, at) => at);
  const work = newConditionWork();
  // Not before: the first text is sought in all 5000 numbers.
  expect(contains(wide, wide.map(String), { ignoreCase: false, work })).toBe(false);
  expect(work.comparing).toBeGreaterThan(0);
  expect(contains(wide, [...wide].reverse(), { ignoreCase: false, work })).toBe(false);
  expect(work.comparing).toBe(-1);
});
