import { expect, test } from "vitest";
import { sentValues, startValues } from "./new-values";

const typed = { ...startValues, onValue: "{}", offValue: "{}", valueSchema: '{"type": "object"}' };

test.each([
  ["boolean", {}],
  ["string", { type: "string", onValue: "{}", offValue: "{}" }],
  ["object", { type: "object", onValue: {}, offValue: {}, valueSchema: { type: "object" } }],
] as const)("a new flag of the type %s is sent with what that type has", (type, sent) => {
  expect(sentValues({ ...typed, type })).toEqual(sent);
});

test("a new object without a schema does not speak of one", () => {
  expect(sentValues({ ...typed, type: "object", valueSchema: " " })).not.toHaveProperty("valueSchema");
});
