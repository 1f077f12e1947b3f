import { expect, test } from "vitest";
import { namedMax } from "./contract";
import { NameCounts, namesMax } from "./name-counts";

const countsOf = (...names: [name: string, count: number][]) => {
  const counts = new NameCounts();
  for (const [name, count] of names) counts.add({ folded: name.toLowerCase(), name, count });
  return counts;
};

test("names that differ in letter case are one, written as the first in order", () => {
  const counts = countsOf(["billing", 2], ["Billing", 3], ["Auth", 1], ["BILLING", 1]);
  expect(counts.mostFrequent()).toEqual([
    { folded: "auth", name: "Auth", count: 1 },
    { folded: "billing", name: "BILLING", count: 6 },
  ]);
});

test("the most frequent of many are kept, in their order", () => {
  const many = Array.from({ length: 3_000 }, (_, at): [string, number] => [`t${9_999 - at}`, at % 3]);
  const kept = countsOf(...many).mostFrequent();
  expect(kept).toHaveLength(namedMax);
  expect(kept.every(({ count }) => count === 2)).toBe(true);
  expect(kept.map(({ name }) => name)).toEqual(kept.map(({ name }) => name).toSorted());
});

test("no more different names are held than there may be, and those are counted on", () => {
  const counts = new NameCounts();
  const add = (name: string) => counts.add({ folded: name, name, count: 1 });
  for (let at = 0; at < namesMax; at += 1) add(`t${at}`);
  for (let at = 0; at < 10; at += 1) add("late");
  add("t5");
  const kept = counts.mostFrequent();
  expect(kept.find(({ name }) => name === "t5")?.count).toBe(2);
  expect(kept.some(({ name }) => name === "late")).toBe(false);
});
