import type { z } from "zod";
import type { Fields, Issue, Operation } from "./operation";
import { invalid, textProblem } from "./read-body";

/**
 * Query and body of a call as one validated object.
 * @param problems those of the call's headers
 * @throws {AppError} `invalid_request` with every problem of all three.
 */
export function parseFields<O extends Operation>(
  op: O,
  query: URLSearchParams,
  body: unknown,
  problems: readonly Issue[] = [],
): Fields<O> {
  const issues = [...problems];
  const fields = {
    ...parsePart(op.query, queryObject(query, issues), issues),
    ...parsePart(op.body, body, issues),
  };
  if (issues.length > 0) throw invalid(issues);
  return fields as Fields<O>;
}

function queryObject(query: URLSearchParams, issues: Issue[]): Record<string, string | string[]> {
  const object: Record<string, string | string[]> = Object.create(null);
  for (const name of new Set(query.keys())) {
    const values = query.getAll(name);
    const message = values.map(textProblem).find(Boolean);
    if (message) issues.push({ path: name.slice(0, 100), message });
    object[name] = values.length === 1 ? (values[0] ?? "") : values;
  }
  return object;
}

function parsePart(
  schema: z.ZodObject | undefined,
  value: unknown,
  issues: Issue[],
): Record<string, unknown> {
  if (!schema) return {};
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  for (const issue of parsed.error.issues) {
    issues.push({ path: issue.path.map(String).join("."), message: lowerFirst(issue.message) });
  }
  return {};
}

function lowerFirst(message: string): string {
  return message.charAt(0).toLowerCase() + message.slice(1);
}
