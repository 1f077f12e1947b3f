import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { newConditionWork } from "./condition-work";
import { type JsonStep, jsonPlaceProblem, readJsonPlace } from "./json-place";
import { valuesAt } from "./json-values";

describe("a place is read as its steps", () => {
  test.each<[text: string, steps: JsonStep[]]>([
    ["$", []],
    ["a", [{ field: "a" }]],
    ["$.a", [{ field: "a" }]],
    ["$a", [{ field: "$a" }]],
    ["a.b-c.é", [{ field: "a" }, { field: "b-c" }, { field: "é" }]],
    ["a[0]", [{ field: "a" }, { item: 0 }]],
    ["[-1]", [{ item: -1 }]],
    ["$[12].a", [{ item: 12 }, { field: "a" }]],
    ["*", ["all"]],
    ["$.*.a", ["all", { field: "a" }]],
    ["a[*].b", [{ field: "a" }, "all", { field: "b" }]],
    ["['a.b']", [{ field: "a.b" }]],
    [`a["b'c"]['']`, [{ field: "a" }, { field: "b'c" }, { field: "" }]],
    ["__proto__.constructor", [{ field: "__proto__" }, { field: "constructor" }]],
  ])("%s", (text, steps) => {
    expect(readJsonPlace(text)).toEqual(steps);
    expect(jsonPlaceProblem(text)).toBeUndefined();
  });
});

test.each([
  "",
  ".",
  ".a",
  "a.",
  "a..b",
  "a b",
  "a[",
  "a[]",
  "a[x]",
  "a[0",
  "a[1234567]",
  "a*",
  "$*",
  "['a",
  "a]",
])("%j is no place", (text) => {
  expect(readJsonPlace(text)).toBeUndefined();
  expect(jsonPlaceProblem(text)).toContain("must be a place");
});

test("a place has at most 20 steps", () => {
  expect(readJsonPlace("[0]".repeat(20))).toHaveLength(20);
  expect(readJsonPlace("[0]".repeat(21))).toBeUndefined();
});

test("every list of steps can be written", () => {
  const field = fc.string({ unit: "grapheme" }).filter((name) => !name.includes('"'));
  const step = fc.oneof(
    field.map((name): JsonStep => ({ field: name })),
    fc.integer({ min: -999_999, max: 999_999 }).map((item): JsonStep => ({ item })),
    fc.constant<JsonStep>("all"),
  );
  const written = (each: JsonStep) =>
    each === "all" ? "[*]" : "item" in each ? `[${each.item}]` : `["${each.field}"]`;
  fc.assert(
    fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
      expect(readJsonPlace(`$${steps.map(written).join("")}`)).toEqual(steps);
    }),
  );
});

describe("at a place there is", () => {
  const document = JSON.parse(
    '{"a":{"b":[1,null,{"c":"x"}]},"all":[{"id":1},{"id":2},{}],"__proto__":{"x":1},"length":9}',
  );
  test.each<[place: string, values: unknown[]]>([
    ["$", [document]],
    ["a.b[0]", [1]],
    ["a.b[1]", [null]],
    ["a.b[-1].c", ["x"]],
    ["a.b[3]", []],
    ["a.b[-4]", []],
    ["a.b.0", [1]],
    ["a.b.length", []],
    ["a.b.c", []],
    ["a[0]", []],
    ["all[*].id", [1, 2]],
    ["a.*", [[1, null, { c: "x" }]]],
    ["a.b[0].c", []],
    ["a.b[0][*]", []],
    ["a.b[2].c[0]", []],
    ["__proto__.x", [1]],
    ["a.__proto__", []],
    ["a.constructor", []],
    ["a.b.at", []],
    ["toString", []],
    ["length", [9]],
  ])("%s: %j", (place, values) => {
    expect(valuesAt(document, readJsonPlace(place) ?? [], newConditionWork())).toEqual(values);
  });

  test("nothing, once the work is spent", () => {
    const work = { ...newConditionWork(), comparing: 3 };
    expect(valuesAt([1, 2, 3, 4], ["all"], work)).toEqual([]);
    expect(work.comparing).toBeLessThan(0);
  });
});
