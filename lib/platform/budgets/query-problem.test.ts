import { expect, it } from "vitest";
import { query } from "./budgets";
import { queryProblem, withoutInheritedNames } from "./query-problem";

it.each([
  ["?constructor=1", ""],
  ["?a=1&toString=2", "?a=1"],
  ["?__proto__=1&sort=name", "?sort=name"],
  ["?%5f_proto__=1&x=/y&x=%2fy", "?x=/y&x=%2fy"],
  ["?hasOwnProperty&+a=b+c", "?+a=b+c"],
  ["?a=1&value%4ff=2&&b", "?a=1&&b"],
  ["?sort=name&filter=x&length=1", "?sort=name&filter=x&length=1"],
  ["?a=constructor", "?a=constructor"],
  ["?", ""],
  ["", ""],
])("of %s is left what no object has by itself: %s", (search, left) => {
  expect(withoutInheritedNames(search)).toBe(left);
});

it("a query has a bounded number of parameters", () => {
  const of = (count: number) => `?${Array.from({ length: count }, (_, at) => `a${at}`).join("&")}`;
  expect(queryProblem(of(query.pairsMax))).toBeUndefined();
  expect(queryProblem(of(query.pairsMax + 1))).toContain(String(query.pairsMax));
});
