import { describe, expect, test } from "vitest";
import { References } from "./openapi-references";
import { exampleLimits, SchemaExamples } from "./schema-example";

function exampleOf(schema: unknown, document: unknown = {}, name = "") {
  return new SchemaExamples(new References(document)).exampleOf(schema, name);
}

describe("a schema's own words go first", () => {
  test.each([
    [{ type: "string", example: "a", default: "b" }, "a"],
    [{ type: "string", examples: ["a", "b"], default: "c" }, "a"],
    [{ type: "string", default: "a", enum: ["b"] }, "a"],
    [{ const: 7 }, 7],
    [{ type: "string", enum: ["a", "b"] }, "a"],
    [{ enum: [null, "a"] }, "a"],
    [{ type: "string", default: null }, "string"],
    [{ type: "string", example: 2026 }, "2026"],
    [{ type: "integer", example: "7" }, 7],
    [{ type: "object", example: { a: [1] }, properties: { b: {} } }, { a: [1] }],
    [{ type: "integer", example: 0 }, 0],
    [{ type: "string", nullable: true, example: null }, null],
  ])("%j gives %j", (schema, value) => {
    expect(exampleOf(schema).value).toEqual(value);
  });
});

describe("types, formats and bounds", () => {
  test.each([
    [{ type: "string" }, "string"],
    [{ type: "integer" }, 1],
    [{ type: "number" }, 1.5],
    [{ type: "boolean" }, true],
    [{ type: "null" }, null],
    [{ type: ["null", "string"] }, "string"],
    [{}, {}],
    [true, {}],
    [{ type: "string", format: "date" }, "2026-01-15"],
    [{ type: "string", format: "date-time" }, "2026-01-15T09:30:00Z"],
    [{ type: "string", format: "email" }, "ada@example.com"],
    [{ type: "string", format: "uuid" }, "3fa85f64-5717-4562-b3fc-2c963f66afa6"],
    [{ type: "string", format: "ipv4" }, "192.0.2.1"],
    [{ type: "string", format: "byte" }, "ZXhhbXBsZQ=="],
    [{ type: "string", format: "something" }, "string"],
    [{ type: "string", minLength: 10 }, "stringstri"],
    [{ type: "string", maxLength: 3 }, "str"],
    [{ type: "integer", minimum: 5 }, 5],
    [{ type: "integer", maximum: -5 }, -5],
    [{ type: "integer", minimum: 5, exclusiveMinimum: true }, 6],
    [{ type: "integer", exclusiveMinimum: 5 }, 6],
    [{ type: "integer", multipleOf: 10 }, 10],
    [{ type: "number", minimum: 0.5, maximum: 0.7, multipleOf: 0.2 }, 0.6],
    [{ type: "number", minimum: Number.POSITIVE_INFINITY }, 1.5],
    [{ type: "array", items: { type: "integer" } }, [1]],
    [{ type: "array", items: { type: "integer" }, minItems: 3 }, [1, 2, 3]],
    [{ type: "array", items: { type: "string" }, minItems: 2 }, ["string", "string2"]],
    [{ type: "array", items: { enum: ["a", "b"] }, minItems: 2 }, ["a", "b"]],
    [{ type: "array", items: { type: "string" }, maxItems: 0 }, []],
    [{ prefixItems: [{ type: "integer" }, { type: "boolean" }] }, [1, true]],
    [{ type: "array" }, []],
    [{ properties: { a: { type: "integer" } } }, { a: 1 }],
    [{ type: "object", additionalProperties: { type: "integer" } }, { key: 1 }],
    [{ type: "object", additionalProperties: true }, {}],
    [{ type: "object", additionalProperties: {} }, {}],
    [
      { properties: { a: { type: "integer", writeOnly: true }, b: { type: "integer", readOnly: true } } },
      { b: 1 },
    ],
  ])("%j gives %j", (schema, value) => {
    expect(exampleOf(schema)).toEqual({ value, notes: [] });
  });
});

describe("patterns", () => {
  test.each([
    ["^[A-Z]{3}-\\d{2,4}$", "AAA-11"],
    ["^(foo|bar)?x+$", "x"],
    ["^[^/]+/[0-9a-f]{8}$", "a/aaaaaaaa"],
    ["^(?:a(?:b|c)){2}$", "abab"],
    ["^\\+?[1-9]\\d{1,14}$", "11"],
    ["^#[[:xdigit:]]$", undefined],
    ["^(?=a)b", undefined],
    ["(", undefined],
    ["^(a+)+$", "a"],
    ["^b*$", "b"],
  ])("%s", (pattern, value) => {
    const made = exampleOf({ type: "string", pattern });
    if (value !== undefined) expect(made).toEqual({ value, notes: [] });
    else expect(made.notes).toEqual([expect.stringContaining("pattern")]);
  });

  test("lengths and names are kept in mind", () => {
    expect(exampleOf({ type: "string", pattern: "^[a-z]+$", minLength: 5 }).value).toBe("aaaaa");
    const schema = { properties: { email: { type: "string", pattern: "^.+@.+$" } } };
    expect(exampleOf(schema).value).toEqual({ email: "ada@example.com" });
  });
});

test("names of properties say what they hold", () => {
  const names = [
    "name",
    "email",
    "userId",
    "homepage_url",
    "phone",
    "city",
    "createdAt",
    "emails",
    "x",
    "__proto__",
  ];
  const properties = Object.fromEntries(names.map((name) => [name, { type: "string" }]));
  const { value } = exampleOf({ properties });
  expect(Object.entries(value as object)).toEqual([
    ["name", "Example"],
    ["email", "ada@example.com"],
    ["userId", "1"],
    ["homepage_url", "https://example.com"],
    ["phone", "+12025550123"],
    ["city", "Berlin"],
    ["createdAt", "2026-01-15T09:30:00Z"],
    ["emails", "ada@example.com"],
    ["x", "string"],
    ["__proto__", "string"],
  ]);
  expect(exampleOf({ properties: { city: { type: "string", maxLength: 3 } } }).value).toEqual({
    city: "str",
  });
});

const document = {
  components: {
    schemas: {
      Base: { type: "object", required: ["id"], properties: { id: { type: "integer" } } },
      Cat: { properties: { kind: { type: "string" }, lives: { type: "integer" } } },
      Tree: {
        properties: {
          label: { type: "string" },
          left: { $ref: "#/components/schemas/Tree" },
          children: { type: "array", items: { $ref: "#/components/schemas/Tree" } },
        },
      },
      Needy: { required: ["self"], properties: { self: { $ref: "#/components/schemas/Needy" } } },
      A: { $ref: "#/components/schemas/B" },
      B: { $ref: "#/components/schemas/A" },
    },
  },
};
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

describe("schemas made of others", () => {
  test.each([
    ["a reference", ref("Base"), { id: 1 }],
    ["words beside a reference", { ...ref("Base"), properties: { x: { type: "integer" } } }, { x: 1, id: 1 }],
    ["allOf", { allOf: [ref("Base"), { properties: { age: { type: "integer" } } }] }, { id: 1, age: 36 }],
    [
      "an example of one part",
      {
        allOf: [
          { ...document.components.schemas.Base, example: { id: 9 } },
          { properties: { x: { type: "null" } } },
        ],
      },
      { id: 9, x: null },
    ],
    [
      "two parts about one property",
      { allOf: [ref("Base"), { properties: { id: { minimum: 5 } } }] },
      { id: 5 },
    ],
    ["oneOf", { oneOf: [{ type: "null" }, ref("Base"), ref("Cat")] }, { id: 1 }],
    ["anyOf", { anyOf: [{ type: "integer" }, { type: "string" }] }, 1],
    [
      "a discriminator",
      { oneOf: [ref("Cat")], discriminator: { propertyName: "kind" } },
      { kind: "Cat", lives: 1 },
    ],
    [
      "a mapping",
      {
        oneOf: [ref("Cat")],
        discriminator: { propertyName: "kind", mapping: { cat: "#/components/schemas/Cat" } },
      },
      { kind: "cat", lives: 1 },
    ],
    ["a cycle", ref("Tree"), { label: "Example", children: [] }],
    ["a cycle of what is required", ref("Needy"), { self: {} }],
    ["references in a circle", ref("A"), {}],
  ])("%s", (_, schema, value) => {
    expect(exampleOf(schema, document).value).toEqual(value);
  });

  test("what is elsewhere is noted", () => {
    expect(exampleOf({ properties: { a: { $ref: "other.yaml#/A" } } }).notes).toEqual([
      "other.yaml#/A is outside of the document",
    ]);
  });
});

describe("stays small", () => {
  const wide = (depth: number): object => ({
    properties: Object.fromEntries(
      Array.from({ length: 12 }, (_, at) => [`p${at}`, depth === 0 ? { type: "integer" } : wide(depth - 1)]),
    ),
  });
  const fan = { components: { schemas: {} as Record<string, unknown> } };
  for (let at = 0; at < 30; at++)
    fan.components.schemas[`S${at}`] = { allOf: Array(20).fill(ref(`S${at + 1}`)) };
  let deep: object = { type: "integer" };
  for (let at = 0; at < 50_000; at++) deep = { properties: { a: deep } };
  let merged: object = { type: "integer" };
  for (let at = 0; at < 50_000; at++) merged = { allOf: [merged] };

  test.each([
    ["much in breadth and depth", wide(3), {}],
    [
      "hundreds of properties",
      { properties: Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`p${at}`, {}])) },
      {},
    ],
    ["a large example", { example: Array(100_000).fill(1) }, {}],
    ["a long text", { type: "string", minLength: 1_000_000_000 }, {}],
    ["many items", { type: "array", minItems: 1_000_000, items: {} }, {}],
    ["references that fan out", ref("S0"), fan],
    ["great depth", deep, {}],
    ["merging in great depth", merged, {}],
  ])("%s", (_, schema, within) => {
    const { value } = exampleOf(schema, within);
    const text = JSON.stringify(value) ?? "";
    expect(text.length).toBeLessThanOrEqual(exampleLimits.chars);
    expect((text.match(/[,:[{]/g) ?? []).length).toBeLessThanOrEqual(3 * exampleLimits.values);
  });

  test("what is required goes first where there is too much", () => {
    const properties = Object.fromEntries(
      Array.from({ length: 250 }, (_, at) => [`p${at}`, { type: "integer" }]),
    );
    expect(exampleOf({ properties, required: ["p249"] }).value).toHaveProperty("p249");
  });
});
