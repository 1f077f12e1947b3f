import { expect, test } from "vitest";
import { checkValues } from "./check-values";

type Schema = Record<string, unknown>;

/** Cases come as JSON, as they do in requests: `__proto__` is a key like others there. */
const check = (schema: Schema | string, value: unknown = {}) =>
  checkValues({
    schema: typeof schema === "string" ? JSON.parse(schema) : schema,
    values: [{ path: "onValue", value: typeof value === "string" ? JSON.parse(value) : value }],
  }).map(({ path, message }) => `${path} ${message}`);

const draft7 = "http://json-schema.org/draft-07/schema#";
const draft4 = "http://json-schema.org/draft-04/schema#";
const nested = (levels: number): Schema => (levels === 1 ? {} : { not: nested(levels - 1) });

const usable: [what: string, schema: Schema | string, value?: unknown][] = [
  ["an empty one", {}, { a: 1 }],
  ["a title, a default and words of others", { title: "Limits", default: 3, "x-ours": { type: "strange" } }],
  ["draft 2020-12 by name", { $schema: "https://json-schema.org/draft/2020-12/schema" }],
  ["draft 2019-09", { $schema: "https://json-schema.org/draft/2019-09/schema" }],
  [
    "draft-07, where numbers bound",
    { $schema: draft7, properties: { a: { exclusiveMinimum: 1 } } },
    { a: 2 },
  ],
  [
    "draft-04, where they are told to",
    {
      $schema: draft4,
      properties: { a: { minimum: 1, exclusiveMinimum: true } },
      additionalProperties: false,
    },
    { a: 2 },
  ],
  [
    "an address of its own",
    { $id: "https://example.com/limits.json", $ref: "#/$defs/a", $defs: { a: true } },
  ],
  ["a reference to a part that no word leads to", { $ref: "#/shared/a", shared: { a: { type: "object" } } }],
  ["a reference to an anchor", { $ref: "#a", $defs: { a: { $anchor: "a", type: "object" } } }],
  ["a reference with a slash and a tilde", { $ref: "#/$defs/a~1b~0c%20d", $defs: { "a/b~c d": {} } }],
  [
    "a reference beside which draft-07 reads nothing",
    { $schema: draft7, $ref: "#/definitions/a", type: "null", definitions: { a: {} } },
  ],
  ["a tree", { properties: { next: { $ref: "#" } }, additionalProperties: false }, { next: { next: {} } }],
  [
    "a property with the name of a keyword",
    { properties: { $ref: { type: "string" }, $id: true } },
    { $ref: "x" },
  ],
  [
    "properties that every object inherits",
    { properties: { constructor: { type: "string" }, toString: { type: "string" } } },
  ],
  [
    "__proto__ as a name",
    '{"properties": {"__proto__": {"type": "string"}}, "additionalProperties": false}',
    '{"__proto__": "x"}',
  ],
  ["a format that is a method", { properties: { a: { format: "hasOwnProperty" } } }, { a: "x" }],
  ["a format that nobody knows", { properties: { a: { format: "colour" } } }, { a: "x" }],
  ["as many levels as there may be", nested(32), undefined],
  ["numbers beyond all bounds", '{"properties": {"a": {"maximum": 1e999}}}', { a: 1 }],
  [
    "unevaluated properties",
    { allOf: [{ properties: { a: true } }], unevaluatedProperties: false },
    { a: 1 },
  ],
  [
    "items of 2020-12",
    { properties: { a: { prefixItems: [{ type: "number" }], items: false } } },
    { a: [1] },
  ],
  [
    "items of draft-07",
    { $schema: draft7, properties: { a: { items: [{ type: "number" }], additionalItems: false } } },
    { a: [1] },
  ],
];

test.each(usable)("%s is usable, and its value satisfies it", (_what, schema, value) => {
  // The deepest one allows nothing or everything by turns.
  const found = check(schema, value);
  expect(found.filter((issue) => issue.startsWith("valueSchema"))).toEqual([]);
  if (value !== undefined) expect(found).toEqual([]);
});

const mistaken: [what: string, schema: Schema | string, said: string][] = [
  [
    "an unknown dialect",
    { $schema: "http://json-schema.org/draft-03/schema#" },
    "at /$schema: it must be draft",
  ],
  ["a dialect that is no text", { $schema: 7 }, "at /$schema"],
  ["a dialect called constructor", { $schema: "constructor" }, "at /$schema"],
  [
    "a misspelt type",
    { properties: { a: { type: "strng" } } },
    "at /properties/a/type: it must be one of array, boolean",
  ],
  ["properties as a list", { properties: [] }, "at /properties: it must be an object of schemas"],
  ["a schema that is a text", { properties: { a: "string" } }, "at /properties/a: it must be a schema"],
  [
    "true as a schema of draft-04",
    { $schema: draft4, properties: { a: true } },
    "at /properties/a: it must be a schema",
  ],
  [
    "a bound that is a text",
    { properties: { a: { minimum: "5" } } },
    "at /properties/a/minimum: it must be a number",
  ],
  ["a length below 0", { properties: { a: { maxLength: -1 } } }, "at /properties/a/maxLength"],
  ["names that are one text", { required: "a" }, "at /required: it must be a list of different texts"],
  ["choices that are none", { anyOf: [] }, "at /anyOf: it must be a list of schemas"],
  ["choices that are an object", { enum: {} }, "at /enum: it must be a list"],
  [
    "a bad pattern",
    { properties: { a: { pattern: "(" } } },
    "at /properties/a/pattern: it is no regular expression: Unterminated group",
  ],
  [
    "a bad pattern of names",
    { patternProperties: { "[": {} } },
    "at /patternProperties/[: it is no regular expression",
  ],
  ["a remote reference", { $ref: "https://example.com/other.json" }, "at /$ref: it must begin with #"],
  ["a reference to a file", { $ref: "other.json#/a" }, "at /$ref: it must begin with #"],
  ["a reference to nothing", { $ref: "#/$defs/none" }, "at /$ref: it refers to nothing in this schema"],
  ["a reference to a prototype", { $ref: "#/constructor" }, "at /$ref: it refers to nothing"],
  ["a reference to a text", { $ref: "#/title", title: "x" }, "at /title: it must be a schema"],
  ["a broken reference", { $ref: "#/%zz" }, "at /$ref: it refers to nothing"],
  [
    "a reference that is an object",
    { properties: { a: { $ref: {} } } },
    "at /properties/a/$ref: it must be a text",
  ],
  [
    "a part with an address of its own",
    { $defs: { a: { $id: "https://example.com/a" } } },
    "at /$defs/a/$id",
  ],
  ["a dynamic reference", { $dynamicRef: "#a" }, "at /$dynamicRef: it is not supported here: use $ref"],
  ["a reference to itself", { $ref: "#" }, "leads back to itself without an end"],
  [
    "a loop of two",
    { $ref: "#/$defs/a", $defs: { a: { $ref: "#/$defs/b" }, b: { allOf: [{ $ref: "#/$defs/a" }] } } },
    "leads back to itself",
  ],
  ["a choice that is itself", { anyOf: [{ type: "string" }, { $ref: "#" }] }, "leads back to itself"],
  [
    "a loop that only some values would enter",
    { dependentSchemas: { a: { $ref: "#" } } },
    "leads back to itself",
  ],
  ["too many levels", nested(33), "is nested more than 32 levels deep"],
];

test.each(mistaken)("%s is said with its place", (_what, schema, said) => {
  expect(check(schema)[0]).toContain(said);
});

test("No more than five mistakes are named", () => {
  const types = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`a${at}`, { type: "x" }]));
  expect(check({ properties: types })).toHaveLength(5);
});

const unsatisfied: [what: string, schema: Schema, value: unknown, said: string][] = [
  ["a type", { properties: { a: { type: "string" } } }, { a: 1 }, "/a is a number, and must be a text"],
  [
    "several types",
    { properties: { a: { type: ["string", "null"] } } },
    { a: 1 },
    "and must be a text or null",
  ],
  ["a whole number", { properties: { a: { type: "integer" } } }, { a: 1.5 }, "must be a whole number"],
  ["what is required", { required: ["a"] }, {}, "it lacks a"],
  ["what another one requires", { dependentRequired: { a: ["b"] } }, { a: 1 }, "it lacks b"],
  ["what is not allowed", { additionalProperties: false }, { a: 1 }, "/a is not allowed"],
  ["a choice", { properties: { a: { enum: ["x", "y"] } } }, { a: "z" }, '/a must be one of ["x","y"]'],
  ["one value", { properties: { a: { const: { b: 1 } } } }, { a: {} }, '/a must be {"b":1}'],
  ["a pattern", { properties: { a: { pattern: "^x" } } }, { a: "y" }, "/a does not match the pattern"],
  ["a format", { properties: { a: { format: "email" } } }, { a: "y" }, "/a is no email"],
  ["a length", { properties: { a: { maxLength: 1 } } }, { a: "ab" }, "/a is too long (2 > 1)"],
  ["a bound", { properties: { a: { maximum: 1 } } }, { a: 2 }, "/a is 2, which is greater than 1"],
  [
    "a bound of draft-04",
    { $schema: draft4, properties: { a: { minimum: 2, exclusiveMinimum: true } } },
    { a: 2 },
    "/a is 2, which is less than or equal to 2",
  ],
  ["a multiple", { properties: { a: { multipleOf: 3 } } }, { a: 4 }, "/a is 4, which is not a multiple of 3"],
  ["a number of items", { properties: { a: { maxItems: 0 } } }, { a: [1] }, "/a has too many items (1 > 0)"],
  [
    "different items",
    { properties: { a: { uniqueItems: true } } },
    { a: [1, 1] },
    "/a has duplicate items at",
  ],
  [
    "any of several",
    { anyOf: [{ required: ["a"] }, { required: ["b"] }] },
    {},
    "it fits none of what anyOf has",
  ],
  ["one of several", { oneOf: [true, true] }, {}, "it must fit exactly one of what oneOf has"],
  ["what it must not be", { not: {} }, {}, "it is what it must not be"],
  ["an item", { properties: { a: { items: { type: "number" } } } }, { a: [1, "x"] }, "/a/1 is a text"],
  [
    "a name with a slash",
    { properties: { "a/b c": { type: "null" } } },
    { "a/b c": 1 },
    "/a~1b c is a number, and must be null",
  ],
];

test.each(unsatisfied)("A value learns that it misses %s", (_what, schema, value, said) => {
  const issues = check(schema, value);
  expect(issues).toHaveLength(1);
  expect(issues[0]).toContain("onValue does not satisfy the schema: ");
  expect(issues[0]).toContain(said);
});

test("What is wrong with a choice of a choice is not told at length", () => {
  const choice = { anyOf: [{ required: ["a"] }, { anyOf: [{ required: ["b"] }, { type: "null" }] }] };
  expect(check(choice)).toEqual(["onValue does not satisfy the schema: it fits none of what anyOf has"]);
});

test("Many problems are counted, and long ones cut", () => {
  const value = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`${"k".repeat(9)}${at}`, at]));
  const [issue = ""] = check({ additionalProperties: { enum: ["x".repeat(4000)] } }, value);
  expect(issue).toMatch(/; and 495 more$/);
  expect(issue.length).toBeLessThan(1300);
});

test("Every value is named by its field", () => {
  const values = ["onValue", "variants.2.value"].map((path) => ({ path, value: { a: 1 } }));
  const issues = checkValues({ schema: { additionalProperties: false }, values });
  expect(issues.map(({ path }) => path)).toEqual(["onValue", "variants.2.value"]);
});

test("What exceeds the checker's means is a mistake of the schema, and no failure of ours", () => {
  const parts = Array.from({ length: 250 }, (_, at) => [`a${at}`, { $ref: `#/$defs/a${at + 1}` }]);
  const $defs = { ...Object.fromEntries(parts), a250: { properties: { a: { $ref: "#/$defs/a0" } } } };
  let value = {};
  for (let level = 0; level < 400; level += 1) value = { a: value };
  expect(check({ $ref: "#/$defs/a0", $defs }, value)).toEqual([
    "valueSchema is too complicated to be checked; make it simpler",
  ]);
});
