import { expect, test } from "vitest";
import { attributesOf } from "./attributes";
import {
  type AttributeCondition,
  type Condition,
  holds,
  type Operator,
  prepared,
  segmentsOf,
} from "./conditions";

const about = (
  operator: Operator,
  values: AttributeCondition["values"],
  not = false,
): AttributeCondition => ({
  ...{ attribute: "a", operator, values, not },
});
const nobody = () => undefined;
const isHeld = (condition: Condition, value: unknown) =>
  holds(prepared({ match: "all", conditions: [condition] }), () => value, nobody);

const long = "x".repeat(501);
const cases: [
  operator: Operator,
  values: AttributeCondition["values"],
  held: unknown[],
  not: unknown[],
  neither: unknown[],
][] = [
  ["equals", ["pro"], ["pro", ["free", "pro"]], ["Pro", "", 5, true], [undefined, null, {}, long]],
  ["equals", [5], [5, "5"], ["5.0", 50, []], [undefined]],
  ["equals", [true], [true, "true"], [false, "1"], [null]],
  ["in", ["a", "b", 3], ["a", "b", "3", 3, ["x", 3]], ["c", "A", ["x"]], [undefined]],
  ["starts_with", ["ab", "x"], ["abc", "x", ["q", "xy"]], ["b", "a"], [{}]],
  ["ends_with", ["@example.com"], ["a@example.com"], ["a@example.com.au"], [undefined]],
  ["contains", ["beta"], ["a beta b"], ["alpha"], [long]],
  ["exists", [], [0, "", false, [], {}], [undefined, null], []],
  ["less_than", [10], [9.9, "9", -1, "1e0"], [10, "10", 11], ["ten", "", " 9", null, "0x1", true]],
  ["less_or_equal", [10], [10, "10.0"], [10.1], [undefined]],
  ["greater_than", ["10"], [10.5], [10, 9], ["Infinity"]],
  ["greater_or_equal", [-5], [-5, 0], [-5.1], [undefined]],
  [
    "version_equals",
    ["2.1"],
    ["2.1.0", "v2.1", "2.1.0+build", 2.1],
    ["2.1.1", "2.1.0-rc.1"],
    ["2.x", "", long],
  ],
  ["version_below", ["2.0.0"], ["1.99.99", "2.0.0-beta"], ["2.0.0", "2.0.1-alpha", "10.0.0"], ["two"]],
  ["version_from", ["2.0.0"], ["2.0.0", "10.0.0", "2.0.1-alpha"], ["2.0.0-rc.1"], [undefined]],
  [
    "before",
    ["2026-03-01"],
    ["2026-02-28T23:59:59Z", 0, "2026-03-01T00:30:00+01:00"],
    ["2026-03-01"],
    ["March", "2026-13-01", "2026"],
  ],
  ["after", ["2026-03-01T00:00:00Z"], ["2026-03-02"], ["2026-03-01"], [undefined]],
];

test.each(cases)("%s %j", (operator, values, held, not, neither) => {
  for (const value of held) {
    expect(isHeld(about(operator, values), value), JSON.stringify(value)).toBe(true);
    expect(isHeld(about(operator, values, true), value), JSON.stringify(value)).toBe(false);
  }
  for (const value of not) {
    expect(isHeld(about(operator, values), value), JSON.stringify(value)).toBe(false);
    expect(isHeld(about(operator, values, true), value), JSON.stringify(value)).toBe(true);
  }
  // Where there is nothing to compare, neither a condition nor its opposite holds.
  for (const value of neither) {
    expect(isHeld(about(operator, values), value), JSON.stringify(value)).toBe(false);
    expect(isHeld(about(operator, values, true), value), JSON.stringify(value)).toBe(false);
  }
});

test("all conditions must hold, or one is enough", () => {
  const conditions = [about("starts_with", ["x"]), about("ends_with", ["y"])];
  const get = (match: "all" | "any", value: string) =>
    holds(prepared({ match, conditions }), () => value, nobody);
  expect(["xy", "x", "y", ""].map((value) => get("all", value))).toEqual([true, false, false, false]);
  expect(["xy", "x", "y", ""].map((value) => get("any", value))).toEqual([true, true, true, false]);
});

test("a segment is asked once for each subject, and one that is gone has nobody", () => {
  let asked = 0;
  const segments = segmentsOf(
    new Map([["known", prepared({ match: "all", conditions: [about("exists", [])] })]]),
    () => {
      asked += 1;
      return 1;
    },
  );
  const isIn = (segment: string, not = false) =>
    holds(prepared({ match: "all", conditions: [{ segment, not }] }), nobody, segments);
  expect([isIn("known"), isIn("known"), isIn("known", true)]).toEqual([true, true, false]);
  expect([isIn("gone"), isIn("gone", true)]).toEqual([false, false]);
  expect(asked).toBe(1);
});

test("a record's metadata wins over what is said of the subject, and only own fields count", () => {
  const record = { plan: "free", address: { country: "CH" }, "a.b": 1, empty: null };
  const context = { plan: "pro", region: "eu", targetingKey: "claimed", empty: "said", a: { b: 2 } };
  const get = attributesOf("me", [() => record, () => context]);
  expect(
    ["plan", "region", "targetingKey", "address.country", "a.b", "empty"].map((name) => get(name)),
  ).toEqual(["free", "eu", "me", "CH", 1, "said"]);
  const missing = [
    "constructor",
    "__proto__",
    "address.constructor",
    "toString.length",
    "address.country.length",
    "",
  ];
  expect(missing.map((name) => get(name))).toEqual(missing.map(() => undefined));
});
