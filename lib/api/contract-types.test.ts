import { describe, expect, test } from "vitest";
import { z } from "zod";
import { fieldsOf, typeOf } from "./contract-types";
import { type Json, schemaOf } from "./openapi-schema";

const User = z.object({ id: z.uuid() }).meta({ id: "User" });
const schema = (type: z.ZodType): Json => schemaOf(type, "input", {});
const field = (type: z.ZodType): Json => {
  const { properties } = schema(z.object({ field: type }));
  return (properties as Record<string, Json>).field ?? {};
};

test.each<[string, z.ZodType]>([
  ["string", z.string()],
  ["string (length 1..9)", z.string().min(1).max(9)],
  ["string (/^a$/)", z.string().regex(/^a$/)],
  ["string (uuid) | null", z.uuid().nullable()],
  ["integer", z.int()],
  ["integer (1..)", z.int().min(1)],
  ["number (..0.5)", z.number().max(0.5)],
  ["boolean = false", z.boolean().default(false)],
  ['"a" | "b"', z.enum(["a", "b"])],
  ['"a" | null', z.literal("a").nullable()],
  ["string[] (items ..3)", z.array(z.string()).max(3)],
  ['("a" | "b")[]', z.array(z.enum(["a", "b"]))],
  ["[string, integer] (items 2..2)", z.tuple([z.string(), z.int()])],
  ["{ [string]: integer }", z.record(z.string(), z.int())],
  ["object", z.object({})],
  ["object (others: none)", z.strictObject({})],
  ["object (others: any)", z.looseObject({ a: z.string() })],
  ["User", User],
  ["User | null", User.nullable()],
  ["User[]", z.array(User)],
  ["any", z.unknown()],
])("a field of the type %s is in one line", (line, type) => {
  expect(typeOf(field(type))).toBe(line);
});

describe("the fields of", () => {
  const suffixes = (type: z.ZodType): string[] => {
    const all = (json: Json): string[] =>
      fieldsOf(json).flatMap((each) => [
        each.suffix,
        ...all(each.schema).map((inner) => each.suffix + inner),
      ]);
    return all(schema(type));
  };

  test.each<[string, z.ZodType, string[]]>([
    ["an object", z.object({ b: z.string(), a: z.string().optional() }), [".a?", ".b"]],
    ["an object in an object", z.object({ a: z.object({ b: z.string() }) }), [".a", ".a.b"]],
    ["a list", z.array(z.object({ a: z.string() })), ["[].a"]],
    ["a tuple", z.tuple([z.string(), z.object({ a: z.string() })]), ["[1].a"]],
    ["a map", z.record(z.string(), z.object({ a: z.string() })), [".*.a"]],
    ["an object or null", z.object({ a: z.string() }).nullable(), [".a"]],
    [
      "one of several objects",
      z.union([z.object({ a: z.string() }), z.object({ b: z.string() })]),
      ["(1).a", "(2).b"],
    ],
    ["a named schema, which has lines of its own", z.array(User), []],
  ])("%s", (_, type, names) => {
    expect(suffixes(type)).toEqual(names);
  });
});
