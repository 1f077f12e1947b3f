import type { z } from "zod";
import type { Issue } from "./operation";

/** What is valid of a value; its problems are added to the issues. */
export function parsePart(
  schema: z.ZodObject | undefined,
  value: unknown,
  issues: Issue[],
): Record<string, unknown> {
  if (!schema) return {};
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  for (const { path, code, message } of parsed.error.issues) {
    // Rules about several fields have messages of their own.
    const isMissing = code !== "custom" && path.length > 0 && valueAt(value, path) === undefined;
    const said = isMissing ? "is missing" : lowerFirst(message);
    issues.push({ path: path.map(String).join("."), message: said });
  }
  return {};
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (inner, key) =>
      typeof inner === "object" && inner !== null && Object.hasOwn(inner, key)
        ? (inner as Record<PropertyKey, unknown>)[key]
        : undefined,
    value,
  );
}

function lowerFirst(message: string): string {
  return message.charAt(0).toLowerCase() + message.slice(1);
}
