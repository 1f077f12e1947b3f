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
 * The query without parameters whose names every object has, such as `constructor`; no operation and no page has such a one.
 * In a function, Next puts parameters into a plain object and then copies that. These end up there as functions, which can't
 * be copied, and the request would wait for an answer until the platform ends it.
 * @param search with its question mark, if there is one
 * @returns the rest as it was sent
 */
export function withoutInheritedNames(search: string): string {
  const kept = search
    .slice(1)
    .split("&")
    .filter((pair) => ![...new URLSearchParams(pair).keys()].some((name) => name in Object.prototype));
  return kept.some(Boolean) ? `?${kept.join("&")}` : "";
}
