import { expect, test } from "vitest";
import type { FlagValue } from "@/lib/flag-values/contract";
import { derivedSchema } from "./derived-schema";

test("a schema has the types of a value, its properties, and that they are required", () => {
  const value = {
    color: "blue",
    limits: { seats: 10, trial: false },
    tags: ["a", "b"],
    mixed: [1, "x"],
    none: null,
    empty: {},
  };
  expect(derivedSchema(value)).toEqual({
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    properties: {
      color: { type: "string" },
      limits: {
        type: "object",
        properties: { seats: { type: "number" }, trial: { type: "boolean" } },
        required: ["seats", "trial"],
      },
      tags: { type: "array", items: { type: "string" } },
      mixed: { type: "array" },
      none: {},
      empty: { type: "object" },
    },
    required: ["color", "limits", "tags", "mixed", "none", "empty"],
  });
});

test("names that every object has are names like others", () => {
  const { properties, required } = derivedSchema({ constructor: 1, toString: "x" });
  expect(properties).toEqual({ constructor: { type: "number" }, toString: { type: "string" } });
  expect(required).toEqual(["constructor", "toString"]);
});

const deep = (levels: number): FlagValue => (levels === 0 ? {} : { a: [deep(levels - 1)] });
const depthOf = (value: unknown): number =>
  typeof value === "object" && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0;

test("what is nested deeply has a schema that is not too deep to be taken", () => {
  expect(depthOf(derivedSchema(deep(30)))).toBeLessThanOrEqual(32);
});
