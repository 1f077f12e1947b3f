import { expect, it } from "vitest";
import { query } from "./budgets";
import { nameProblem, queryProblem } from "./query-problem";

it.each<[search: string, name: string | undefined]>([
  ["?constructor=1", "constructor"],
  ["?a=1&toString=2", "toString"],
  ["?__proto__=1&sort=name", "__proto__"],
  ["?%5f_proto__=1", "__proto__"],
  ["?hasOwnProperty", "hasOwnProperty"],
  ["?sort=name&filter=x&length=1", undefined],
  ["?a=constructor", undefined],
  ["", undefined],
])("%s has a name that every object has: %s", (search, name) => {
  expect(nameProblem(search)).toBe(name && `The query must not have a parameter called ${name}.`);
});

it("a query has a bounded number of parameters", () => {
  const of = (count: number) => `?${Array.from({ length: count }, (_, at) => `a${at}`).join("&")}`;
  expect(queryProblem(of(query.pairsMax))).toBeUndefined();
  expect(queryProblem(of(query.pairsMax + 1))).toContain(String(query.pairsMax));
});
