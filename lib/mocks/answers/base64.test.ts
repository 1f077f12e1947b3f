import { expect, test } from "vitest";
import { base64Problem } from "./base64";

test.each(["", "AA==", "AAA=", "AAAA", "+/9z", "//79"])("%j is base64", (text) => {
  expect(base64Problem(text)).toBeUndefined();
});

test.each([
  ["AAA", "it has 3 characters"],
  ["A", "it has 1 characters"],
  ["=", "it has 1 characters"],
  ["AA=", "it has 3 characters"],
  ["A===", "character 2 is “=”"],
  ["AA==AA==", "character 3 is “=”"],
  ["AAAA\nAAAA", "character 5 is U+000A"],
  [" AAAA", "character 1 is U+0020"],
  ["AA-_", "character 3 is “-”"],
  ["AAAé", "character 4 is U+00E9"],
  ["AAA😀", "character 4 is U+1F600"],
  ["data:image/png;base64,AAAA", "character 5 is “:”"],
])("%j is none: %s", (text, problem) => expect(base64Problem(text)).toContain(problem));

test("a megabyte with its mistake at the end is looked through at once", () => {
  expect(base64Problem(`${"A".repeat(1024 * 1024)}!!==`)).toContain("character 1048577 is “!”");
});
