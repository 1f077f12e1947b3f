import { expect, test } from "vitest";
import { orders } from "./list-orders";

const name = { header: "Name", sort: "name" };
const ofName = ["Name, ascending", "Name, descending"];

test.each<[current: string, others: Record<string, string> | undefined, labels: string[]]>([
  ["name", undefined, ofName],
  ["-createdAt", undefined, ["Newest first", ...ofName]],
  ["position", undefined, ["Oldest first", ...ofName]],
  ["folder", { folder: "By folder" }, ["By folder", ...ofName]],
  ["-createdAt", { folder: "By folder" }, ["Newest first", "By folder", ...ofName]],
])("the orders of a list that stands by %s, beside %j", (current, others, labels) => {
  const options = orders([name, { header: "Size" }], { ...(others && { orders: others }) }, current);
  expect(options.map(({ label }) => label)).toEqual(labels);
  expect(options.map(({ value }) => value)).toContain(current);
});
