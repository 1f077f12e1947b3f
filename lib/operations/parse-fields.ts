import { query as queryBudget } from "@/lib/platform/budgets/budgets";
import type { Fields, Issue, Operation } from "./operation";
import { parsePart } from "./parse-part";
import { invalid, textProblem } from "./read-body";

const { pairsMax } = queryBudget;

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
  if (query.size > pairsMax) {
    issues.push({ path: "", message: `the query must not have more than ${pairsMax} parameters` });
    return object;
  }
  for (const [name, value] of query) {
    const message = textProblem(value);
    if (message) issues.push({ path: name.slice(0, 100), message });
    const earlier = object[name];
    object[name] = earlier === undefined ? value : [earlier, value].flat();
  }
  return object;
}
