import { expect, it } from "vitest";
import type { Discipline } from "./peer";
import { type Result, resultsTable } from "./results";

const result = (name: string, discipline: Discipline, ratio: number, more: Partial<Result["peer"]> = {}) => ({
  peer: { name, version: "1.0", wantedLead: 1, ...more },
  ...{ discipline, ratio, perSecond: ratio * 10_000, p99: 9, cpu: 4e-5, memory: 2e8, mocks: 10_000 },
});

const java = { isJava: true };
const all: Result[] = [
  result("Fieldkit", "one mock", 0.6),
  { ...result("Quick", "one mock", 0.25, java), cpu: 12e-5 },
  result("Slow", "one mock", 0.1, java),
  result("Equal", "one mock", 0.6),
  result("Fieldkit", "5 flags", 0.4),
  result("Proxy", "5 flags", 0.1, { wantedLead: 4 }),
  result("Quicker", "5 flags", 0.5),
];

it.each([
  ["Quick", "one mock", "2.4 times", "3.0 times", "≥ 2.5 times", "no"],
  ["Slow", "one mock", "6.0 times", "1.0 times", "ahead", "yes"],
  ["Equal", "one mock", "1.0 times", "1.0 times", "ahead", "no"],
  ["Proxy", "5 flags", "4.0 times", "1.0 times", "≥ 4 times", "yes"],
  ["Quicker", "5 flags", "0.8 times", "1.0 times", "ahead", "no"],
])("%s is compared with Fieldkit in %s", (name, ...expected) => {
  const line = resultsTable(all)
    .split("\n")
    .find((each) => each.includes(` ${name} 1.0 `));
  const cells = line?.split("|").map((cell) => cell.trim());
  expect([cells?.[1], ...(cells?.slice(8, 12) ?? [])]).toEqual(expected);
});

it("says how many mocks there were", () => {
  expect(resultsTable([result("Fieldkit", "many mocks", 0.5)])).toContain("one of 10,000 mocks");
});
