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

/**
 * In a function, Next puts the parameters of a query into a plain object and then copies that. A name that every object has
 * ends up there as a function, which can't be copied, and the request would wait for an answer until the platform ends it.
 * @param search with its question mark, if there is one
 */
export function nameProblem(search: string): string | undefined {
  for (const name of new URLSearchParams(search).keys()) {
    if (name in Object.prototype) return `The query must not have a parameter called ${name}.`;
  }
  return undefined;
}
