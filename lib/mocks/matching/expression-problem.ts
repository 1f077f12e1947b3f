import { RE2JS } from "re2js";
import { patternProblem } from "./linear-pattern";
import { canMatchPath } from "./reachable-path";
import { expressionIn, isExpression } from "./segments";

/** What is wrong with an endpoint that is a regular expression; undefined for one that is none, or a good one. */
export function expressionProblem(endpoint: string): string | undefined {
  if (!isExpression(endpoint)) return undefined;
  const pattern = expressionIn(endpoint);
  const problem = patternProblem({ pattern });
  if (problem || canMatchPath(RE2JS.compile(pattern))) return problem;
  return "can never match: a path begins with '/', and has nothing before ^ and after $";
}
