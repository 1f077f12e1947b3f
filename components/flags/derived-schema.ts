import type { FlagValue } from "@/lib/flag-values/contract";

type Schema = Record<string, unknown>;

/** So deep a schema is taken: each object in an object takes two levels of it. */
const objectsMax = 12;

/** A schema that a value satisfies, to begin with: its types, its properties, and that they are required. */
export const derivedSchema = (value: FlagValue): Schema => ({
  $schema: "https://json-schema.org/draft/2020-12/schema",
  ...schemaOf(value, 1),
});

function schemaOf(value: unknown, level: number): Schema {
  // What is null in an example may be anything elsewhere.
  if (value === null) return {};
  if (typeof value !== "object") return { type: typeof value };
  if (level > objectsMax) return { type: Array.isArray(value) ? "array" : "object" };
  return Array.isArray(value) ? listOf(value, level) : objectOf(value, level);
}

function objectOf(value: object, level: number): Schema {
  const names = Object.keys(value);
  if (names.length === 0) return { type: "object" };
  const properties = Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, schemaOf(each, level + 1)]),
  );
  return { type: "object", properties, required: names };
}

/** What items are is only said where all are the same. */
function listOf(items: readonly unknown[], level: number): Schema {
  const kinds = new Map(
    items.map((item) => schemaOf(item, level + 1)).map((kind) => [JSON.stringify(kind), kind]),
  );
  const [only] = kinds.values();
  return kinds.size === 1 ? { type: "array", items: only } : { type: "array" };
}
