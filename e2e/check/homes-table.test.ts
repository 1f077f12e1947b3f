import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { homesOn } from "../homes/homes";
import { inReadme, tableOf, titlesIn } from "../homes/table";

const one = { title: "One", suites: "API", passed: 10, failed: 0, day: "2026-01-31" };
const another = { ...one, title: "Another home", suites: "API, streams", passed: 9, failed: 2 };

it("the table has a line for each home, in columns that are wide enough", () => {
  expect(tableOf([one, another]).split("\n")).toEqual([
    "| Home         | Suites       | Passed   | Day        |",
    "| ------------ | ------------ | -------- | ---------- |",
    "| One          | API          | 10 of 10 | 2026-01-31 |",
    "| Another home | API, streams | 9 of 11  | 2026-01-31 |",
  ]);
});

it("a run renews the rows of its homes in the README, in the order of the homes, and nothing else", () => {
  const titles = ["Another home", "One"];
  const readme = `# Fieldkit\n\n<!-- homes -->\n\n${tableOf([one])}\n\n<!-- end of homes -->\n\nMore.\n`;
  const both = inReadme(readme, [another], titles);
  expect(both).toBe(readme.replace(tableOf([one]), tableOf([another, one])));
  const renewed = { ...one, passed: 12 };
  expect(inReadme(both, [renewed], titles)).toBe(both.replace("10 of 10", "12 of 12"));
  expect(titlesIn(inReadme(both, [], ["One"]))).toEqual(["One"]);
  expect(() => inReadme("# No marks", [one], titles)).toThrow("one place for the homes");
});

it("the README tells of every home, in their order", () => {
  const titles = homesOn({ databaseUrl: "postgres://a/b", redisUrl: "redis://a" }).map(({ title }) => title);
  expect(new Set(titles).size).toBe(titles.length);
  expect(titlesIn(readFileSync("README.md", "utf8"))).toEqual(titles);
});
