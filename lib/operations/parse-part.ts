import type { z } from "zod";
import type { Issue } from "./operation";

/** Parses a value. Adds its problems to the issues, and returns an empty object if there are any. */
export function parsePart(
  schema: z.ZodObject | undefined,
  value: unknown,
  issues: Issue[],
): Record<string, unknown> {
  if (!schema) return {};
  // With the input, because a rule may judge another value than the one that was sent, such as the names in a text.
  const parsed = schema.safeParse(value, { reportInput: true });
  if (parsed.success) return parsed.data;
  for (const { path, code, message, input } of parsed.error.issues) {
    // Rules about several fields have messages of their own.
    const isMissing = code !== "custom" && path.length > 0 && input === undefined;
    const said = isMissing ? "is missing" : lowerFirst(message);
    issues.push({ path: path.map(String).join("."), message: said });
  }
  return {};
}

function lowerFirst(message: string): string {
  return message.charAt(0).toLowerCase() + message.slice(1);
}
