import { inPlace } from "./keywords";
import type { Mistake, WholeSchema } from "./read-schema";
import { isObject, type ReadSchema } from "./schema-values";

/** Where a schema leads back to itself without going into the value: checking anything by it would never end. */
export function endlessPart({ named, places }: WholeSchema): Mistake | undefined {
  const done = new Set<ReadSchema>();
  const open = new Set<ReadSchema>();
  function leadsBack(schema: ReadSchema): boolean {
    if (typeof schema === "boolean" || done.has(schema)) return false;
    if (open.has(schema)) return true;
    open.add(schema);
    const found = besides(schema, named).some(leadsBack);
    open.delete(schema);
    done.add(schema);
    return found;
  }
  for (const [schema, at] of places) {
    if (leadsBack(schema)) return { at, message: "leads back to itself without an end" };
  }
  return undefined;
}

/** The schemas that look at the same value as this one. */
function besides(schema: Exclude<ReadSchema, boolean>, named: WholeSchema["named"]): ReadSchema[] {
  const { $ref } = schema;
  const found: unknown[] = typeof $ref === "string" ? [named[$ref]] : [];
  for (const keyword of inPlace.one) found.push(schema[keyword]);
  for (const keyword of inPlace.several) found.push(...((schema[keyword] as unknown[] | undefined) ?? []));
  for (const keyword of inPlace.named) found.push(...Object.values(schema[keyword] ?? {}));
  return found.filter(isObject);
}
