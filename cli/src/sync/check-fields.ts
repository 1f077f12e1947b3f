import type { z } from "zod";
import type { Issue } from "@/lib/operations/operation";
import { parsePart } from "@/lib/operations/parse-part";
import { nearest } from "../nearest";
import type { Fields, Json } from "./entry";

/**
 * Fields of a file as the API stores them, so that they compare with what it returns.
 * @param issues receives the problems, with which the fields come back unchanged
 */
export function checkFields(schema: z.ZodObject, fields: Fields, issues: Issue[]): Fields {
  const found = unknownFields(schema, fields, []);
  const valid = parsePart(schema, fields, found) as Fields;
  issues.push(...found);
  return found.length > 0 ? fields : valid;
}

type Inner = z.core.$ZodTypes;

/** Schemas drop unknown fields, and a push would lose them silently. */
function unknownFields(schema: z.core.$ZodType, value: unknown, path: readonly string[]): Issue[] {
  const { def } = (schema as Inner)._zod;
  switch (def.type) {
    case "object":
      return ofObject(def, value, path);
    case "array":
      return Array.isArray(value)
        ? value.flatMap((each, at) => unknownFields(def.element, each, [...path, String(at)]))
        : [];
    case "pipe":
      return [def.in, def.out].flatMap((each) => unknownFields(each, value, path));
    case "optional":
    case "nullable":
    case "default":
      return unknownFields(def.innerType, value, path);
    default:
      return [];
  }
}

function ofObject(
  { shape, catchall }: z.core.$ZodObjectDef,
  value: unknown,
  path: readonly string[],
): Issue[] {
  // With a catch-all, the schema itself decides about other fields.
  if (catchall || typeof value !== "object" || value === null || Array.isArray(value)) return [];
  const known = Object.keys(shape);
  return Object.entries(value as Record<string, Json>).flatMap(([name, each]) => {
    const inner = Object.hasOwn(shape, name) ? shape[name] : undefined;
    return inner ? unknownFields(inner, each, [...path, name]) : [unknownField([...path, name], known)];
  });
}

/** @param known the fields at this place */
export function unknownField(path: readonly string[], known: readonly string[]): Issue {
  const near = nearest(path.at(-1) ?? "", known);
  return { path: path.join("."), message: `isn't a known field.${near ? ` Did you mean ${near}?` : ""}` };
}
