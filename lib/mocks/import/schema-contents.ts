import { type Fields, fieldOf, isFields } from "./read-document-values";
import type { Parts } from "./schema-parts";

/** Properties of an object that an example can have. */
const propertiesMax = 300;

/** With one of these, what a schema says of additional properties is more than that there may be some. */
export const wordsOfSchemas = [
  "$ref",
  "type",
  "properties",
  "items",
  "allOf",
  "oneOf",
  "anyOf",
  "enum",
  "const",
  "example",
];

export const firstOf = (list: unknown): readonly unknown[] =>
  Array.isArray(list) ? list.slice(0, propertiesMax) : [];

const knownProperties = new WeakMap<object, [string, unknown][]>();

/** The properties of a schema, as many as an example can have. Listed once: a schema is looked at many times. */
export function propertiesOf(schema: Fields): readonly [string, unknown][] {
  const properties = fieldOf(schema, "properties");
  if (!isFields(properties)) return [];
  const known = knownProperties.get(properties);
  if (known) return known;
  const listed = Object.entries(properties).slice(0, propertiesMax);
  knownProperties.set(properties, listed);
  return listed;
}

/** Since 3.1 the first items have schemas of their own in `prefixItems`; before, `items` could be a list. */
export function itemsIn({ schemas }: Parts): { items: unknown; tuple: readonly unknown[] } {
  let items: unknown;
  let tuple: readonly unknown[] = [];
  for (const schema of schemas) {
    const own = fieldOf(schema, "items");
    if (tuple.length === 0) tuple = firstOf(Array.isArray(own) ? own : fieldOf(schema, "prefixItems"));
    if (!Array.isArray(own)) items ??= own;
  }
  return { items, tuple };
}

/** How many values and characters there are in a value; no more of them are counted than may be used. */
export function sizeOf(root: unknown, valuesMax: number): Size {
  if (typeof root === "string") return { values: 1, chars: root.length + 2 };
  if (typeof root !== "object" || root === null) return { values: 1, chars: 5 };
  const known = knownSizes.get(root);
  if (known && (known.values <= valuesMax || known.upTo >= valuesMax)) return known;
  const size = { ...counted(root, valuesMax), upTo: valuesMax };
  knownSizes.set(root, size);
  return size;
}

type Size = { values: number; chars: number };
const knownSizes = new WeakMap<object, Size & { upTo: number }>();

function counted(root: object, valuesMax: number): Size {
  let values = 0;
  let chars = 0;
  const waiting: unknown[] = [root];
  while (waiting.length > 0 && values <= valuesMax) {
    const value = waiting.pop();
    values += 1;
    chars += typeof value === "string" ? value.length + 2 : 5;
    if (typeof value !== "object" || value === null) continue;
    for (const key in value) {
      chars += key.length;
      if (waiting.length > valuesMax) break;
      waiting.push((value as Fields)[key]);
    }
  }
  return { values: Math.max(1, values + (waiting.length > valuesMax ? waiting.length : 0)), chars };
}
