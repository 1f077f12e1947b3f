import { expect, test } from "vitest";
import { jsonValueOf } from "./json-example";

test.each<[text: string, value: unknown]>([
  ['{"a": [1, 2.50, -0.5, 1e3, true, null], "b": "x y"}', { a: [1, 2.5, -0.5, 1000, true, null], b: "x y" }],
  ['  "caf\\u00e9 \\/ \\" , 007"\n', 'café / " , 007'],
  ['{"__proto__": {"a": 1}}', JSON.parse('{"__proto__": {"a": 1}}')],
  ["12", 12],
  ["[]", []],
])("%s is a value", (text, value) => {
  expect(jsonValueOf(text)).toEqual({ value });
});

test.each<[what: string, text: string]>([
  ["no JSON", "{a: 1}"],
  ["a template", '{"id": {{ request.params.id }}}'],
  ["nothing", ""],
  ["a number with more digits than fit", '{"id": 12345678901234567890}'],
  ["a number beyond all bounds", "[1e999]"],
  ["a key that is there twice", '{"a": 1, "a": 2}'],
  ["keys in an order that objects do not keep", '{"b": 1, "1": 2}'],
  ["a reference", '{"$ref": "#/paths"}'],
  ["deep nesting", "[".repeat(200) + "]".repeat(200)],
  ["many values", `[${"0,".repeat(30_000)}0]`],
  ["a large text", JSON.stringify("x".repeat(300_000))],
])("%s stays a text", (_what, text) => {
  expect(jsonValueOf(text)).toBeUndefined();
});
