import { expect, test } from "vitest";
import { commandFirst } from "./command-first";

test.each([
  ["mocks push --json", "mocks push --json"],
  ["--json mocks push", "mocks push --json"],
  ["--profile live mocks push --yes", "mocks push --profile live --yes"],
  ["mocks --profile=live push", "mocks push --profile=live"],
  ["--json listen orders --forward x", "listen orders --json --forward x"],
  ["trigger --list --json", "trigger --list --json"],
  ["-h", "-h"],
  ["--json --version", "--version --json"],
  ["--profile", "--profile"],
  ["", ""],
])("%s", (given, expected) => {
  expect(commandFirst(given.split(" ").filter(Boolean)).join(" ")).toBe(expected);
});
