import { isDeepStrictEqual } from "node:util";
import { z } from "zod";

export type Json = Record<string, unknown>;

/** Named schemas of the document, by their names. */
export type Schemas = Json;

/** The JSON schema of a zod schema. Named schemas are put into `schemas` and referred to. */
export function schemaOf(schema: z.ZodType, io: "input" | "output", schemas: Schemas): Json {
  const generated = z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema }) => {
      // Answers stay open: an additional field must break no client.
      if (io === "output" && jsonSchema.additionalProperties === false)
        delete jsonSchema.additionalProperties;
      // Generators make a file of the format alone. With an encoding beside it, it is a text to some.
      if (zodSchema._zod.def.type === "file") delete jsonSchema.contentEncoding;
      dropImplied(jsonSchema);
    },
  }) as Json;
  const { $schema: _, $defs = {}, id, ...own } = rehomed(generated);
  for (const [name, definition] of Object.entries($defs as Json)) {
    const { id: __, ...kept } = definition as Json;
    named(name, opened(kept), schemas);
  }
  return typeof id === "string" ? named(id, opened(own), schemas) : own;
}

/** The same, where objects and alternatives without a name of their own get this one. */
export function namedSchemaOf(
  name: string,
  schema: z.ZodType,
  io: "input" | "output",
  schemas: Schemas,
): Json {
  const found = schemaOf(schema, io, schemas);
  const isNameable = found.type === "object" || found.anyOf !== undefined || found.oneOf !== undefined;
  return isNameable ? named(name, found, schemas) : found;
}

function named(name: string, full: Json, schemas: Schemas): Json {
  const schema = withDefaultsInWords(full);
  schemas[name] ??= schema;
  if (!isDeepStrictEqual(schemas[name], schema)) throw new Error(`Two schemas are called ${name}`);
  return { $ref: `#/components/schemas/${name}` };
}

/** A schema with an id may stand in requests, which refuse some additional fields, and in responses, which stay open. */
function opened<T>(value: T): T {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(opened) as T;
  const fields = Object.entries(value).filter(
    ([key, each]) => key !== "additionalProperties" || each !== false,
  );
  return Object.fromEntries(fields.map(([key, each]) => [key, opened(each)])) as T;
}

/**
 * openapi-typescript requires fields that have a `default`, unless they stand in an operation, and validators of orval add
 * them to requests. The service fills in defaults, so components describe them without the keyword.
 */
function withDefaultsInWords(schema: Json): Json {
  const { default: preset, ...others } = mapped(schema, (value, key) =>
    key === "properties" ? mapped(value as Json, describeEach) : describeEach(value),
  );
  if (preset === undefined) return others;
  const words = `\`${JSON.stringify(preset)}\` by default`;
  const description = others.description === undefined ? words : `${others.description}; ${words}`;
  return { ...others, description, "x-default": preset };
}

function describeEach(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(describeEach);
  return typeof value === "object" && value !== null ? withDefaultsInWords(value as Json) : value;
}

const mapped = (object: Json, change: (value: unknown, key: string) => unknown): Json =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value, key)]));

/** `createMock` → `CreateMock`: what names the schemas of an operation. */
export const typeName = (operationId: string) => operationId.charAt(0).toUpperCase() + operationId.slice(1);

/** Formats whose patterns say the same once more, in hundreds of characters. */
const wholeFormats = new Set(["date", "date-time", "uuid"]);

function dropImplied(schema: z.core.JSONSchema.BaseSchema): void {
  if (wholeFormats.has(schema.format ?? "")) delete schema.pattern;
  if (schema.type !== "integer") return;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
}

function rehomed(schema: Json): Json {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/')) as Json;
}
