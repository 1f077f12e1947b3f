import { describe, expect, test } from "vitest";
import { readValue, shortValue, textOfValue, variantLines } from "./value-text";
import {
  evenWeights,
  knownValues,
  nextRow,
  problemsOf,
  sumOf,
  textsOf,
  type VariantRow,
  valuesOfTexts,
} from "./variant-rows";

const row = (key: string, weight: string, value = key): VariantRow => ({ key, value, weight });

describe("the text of a value", () => {
  test.each([
    ["string", "", ""],
    ["string", "two\nlines", "two\nlines"],
    ["number", "12.5", 12.5],
    ["number", "-1e3", -1000],
    ["object", '{"a":[1]}', { a: [1] }],
  ] as const)("of the type %s, %j is %j", (type, text, value) => {
    expect(readValue(type, text)).toEqual({ value });
    const again = readValue(type, textOfValue(value));
    expect(again).toEqual({ value });
  });

  test.each([
    ["number", "", /must be a number/],
    ["number", "ten", /must be a number/],
    ["number", "0x10", /must be a number/],
    ["number", "1e999", /must be a number/],
    ["object", "", /is not JSON/],
    ["object", "[1]", /must be an object/],
    ["object", "null", /must be an object/],
    ["string", "é".repeat(5000), /at most 8192 bytes/],
  ] as const)("of the type %s, %.9j is refused", (type, text, problem) => {
    expect(readValue(type, text)).toEqual({ problem: expect.stringMatching(problem) });
  });

  test("is short among other text", () => {
    expect(shortValue("")).toBe('""');
    expect(shortValue("x".repeat(100))).toHaveLength(60);
    expect(variantLines([{ key: "a", value: 1, weight: 0.5 }])).toBe("a, 0.5 %: 1");
  });
});

describe("the values of a form", () => {
  test("are those of the flag, and go back to it", () => {
    const values = {
      onValue: 1,
      offValue: 0,
      variants: [
        { key: "few", value: 3, weight: 33.33 },
        { key: "many", value: 30, weight: 66.67 },
      ],
      valueSchema: null,
    };
    expect(textsOf(values).variants[0]).toEqual({ key: "few", value: "3", weight: "33.33" });
    expect(knownValues("number", textsOf(values))).toEqual({ ...values, valueSchema: undefined });
    const none = { ...values, variants: null };
    expect(valuesOfTexts("number", textsOf(none))).toEqual(none);
    expect(valuesOfTexts("number", { offValue: "7" })).toEqual({ offValue: 7 });
  });

  test("have a schema as text, and none where there is no text", () => {
    const values = { onValue: {}, offValue: {}, variants: null, valueSchema: { type: "object" } };
    expect(textsOf(values).valueSchema).toBe('{\n  "type": "object"\n}');
    expect(valuesOfTexts("object", textsOf(values))).toEqual(values);
    expect(valuesOfTexts("object", { valueSchema: " \n" })).toEqual({ valueSchema: null });
    expect(problemsOf("object", { valueSchema: " " })).toEqual({});
    expect(problemsOf("object", { valueSchema: "[]" })).toEqual({
      valueSchema: expect.stringMatching(/must be an object/),
    });
  });

  test.each([
    ["nothing", [], {}],
    ["all", [row("a", "50"), row("b", "50")], {}],
    ["less than all", [row("a", "50"), row("b", "49.99")], { "variants.root": /sum to 100/ }],
    ["a key twice", [row("a", "50"), row("a", "50")], { "variants.root": /keys that differ/ }],
    ["an empty key", [row("", "100")], { "variants.0.key": /./ }],
    ["a word with a meaning", [row("off", "100")], { "variants.0.key": /another word/ }],
    ["three decimals", [row("a", "33.333"), row("b", "66.667")], { "variants.0.weight": /two decimals/ }],
    ["no weight", [row("a", "")], { "variants.0.weight": /percentage/ }],
  ])("with variants for %s", (_what, variants, problems) => {
    const found = problemsOf("string", { onValue: "", offValue: "", variants });
    for (const [place, problem] of Object.entries(problems)) expect(found[place]).toMatch(problem);
    if (Object.keys(problems).length === 0) expect(found).toEqual({});
  });

  test("are told apart by their places", () => {
    const texts = { onValue: "1", offValue: "x", variants: [row("a", "100", "y")] };
    expect(Object.keys(problemsOf("number", texts))).toEqual(["offValue", "variants.0.value"]);
    expect(knownValues("number", texts)).toBeUndefined();
  });
});

test.each([
  [1, ["100"]],
  [2, ["50", "50"]],
  [3, ["33.34", "33.33", "33.33"]],
  [7, ["14.29", "14.29", "14.29", "14.29", "14.28", "14.28", "14.28"]],
])("split evenly among %d", (count, weights) => {
  expect(evenWeights(count)).toEqual(weights);
  expect(sumOf(weights.map((weight) => row("a", weight)))).toBe(100);
});

test.each([
  [[], "100"],
  [[row("a", "33.33")], "66.67"],
  [[row("a", "100")], "0"],
  [[row("a", "")], "0"],
])("after %j the next one gets %s %%", (rows, weight) => {
  expect(nextRow(rows, "x")).toEqual({ key: "", value: "x", weight });
});
