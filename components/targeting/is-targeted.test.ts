import { expect, test } from "vitest";
import { hasRedundantRules } from "./is-targeted";

const flag = { defaultEnabled: true, defaultPercentage: 100, rules: [{ percentage: "100", variant: "" }] };

test.each([
  ["a rule that turns on a flag which is on for everyone", {}, true],
  ["no rules", { rules: [] }, false],
  ["a flag that is off", { defaultEnabled: false }, false],
  ["a partial rollout", { defaultPercentage: 99.99 }, false],
  ["a rule that turns the flag off", { rules: [...flag.rules, { percentage: "0", variant: "" }] }, false],
  ["a rule with a variant", { rules: [{ percentage: 100, variant: "blue" }] }, false],
])("with %s, rules may be redundant", (_, change, expected) => {
  expect(hasRedundantRules({ ...flag, ...change })).toBe(expected);
});
