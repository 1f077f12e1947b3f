import { expect, test } from "vitest";
import { lostSelectors } from "./lost-selectors";

const before = { key: "staging", name: "Staging" };

test.each([
  ["nothing changes", { key: "staging", name: "Staging" }, []],
  ["only letter case changes", { key: "STAGING", name: "stagING " }, []],
  ["the name changes and the key says the same", { key: "staging", name: "Preview" }, []],
  ["both change", { key: "preview", name: "Preview" }, ["staging"]],
])("when %s", (_, after, lost) => {
  expect(lostSelectors(before, after)).toEqual(lost);
});

test("a key and a name that differ are both lost", () => {
  const lost = lostSelectors({ key: "eu", name: "Europe" }, { key: "emea", name: "EMEA" });
  expect(lost).toEqual(["eu", "Europe"]);
});
