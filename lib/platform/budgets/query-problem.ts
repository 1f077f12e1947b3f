import { query } from "./budgets";

/** Next goes through the parameters of a query once for each of them; 7,500 of them take it seconds. */
export function queryProblem(url = ""): string | undefined {
  let left: number = query.pairsMax;
  for (let at = url.indexOf("?"); at !== -1; at = url.indexOf("&", at + 1)) {
    left -= 1;
    if (left < 0) return `The query must not have more than ${query.pairsMax} parameters.`;
  }
  return undefined;
}
