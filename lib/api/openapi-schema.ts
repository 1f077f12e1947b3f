import { z } from "zod";

export type Json = Record<string, unknown>;

/** The JSON schema of a zod schema. Named schemas are put into `schemas` and referred to. */
export function schemaOf(schema: z.ZodType, io: "input" | "output", schemas: Json): Json {
  const generated = z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    // Answers stay open: an additional field must break no client.
    override: ({ jsonSchema }) => {
      if (io === "output" && jsonSchema.additionalProperties === false)
        delete jsonSchema.additionalProperties;
    },
  }) as Json;
  const { $schema: _, $defs = {}, id, ...own } = rehomed(generated);
  for (const [name, definition] of Object.entries($defs as Json)) {
    const { id: __, ...kept } = definition as Json;
    schemas[name] = kept;
  }
  if (typeof id !== "string") return own;
  schemas[id] = own;
  return { $ref: `#/components/schemas/${id}` };
}

function rehomed(schema: Json): Json {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/')) as Json;
}
