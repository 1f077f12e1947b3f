import { expect, test } from "vitest";
import { updateGroupFlag } from "@/lib/groups/flag-changes/contract";
import type { Fields } from "./entry";
import { flagRuleIssues } from "./flag-rules";

const limits: Fields = {
  type: "object",
  offValue: { max: 1 },
  variants: [{ key: "small", value: { max: 5 }, weight: 100 }],
};
const schema = { properties: { max: { type: "integer" } }, required: ["max"] };
const rule = { conditions: [{ attribute: "plan", operator: "equals", values: ["pro"] }] };

test.each<[string, Fields, Fields | undefined, string[]]>([
  ["a complete flag", limits, undefined, []],
  [
    "a value that is missing",
    { ...limits, offValue: undefined as never },
    undefined,
    ["offValue is required for a flag of the type object"],
  ],
  ["a value that the project has", { type: "object", variants: limits.variants ?? null }, limits, []],
  [
    "another type",
    { type: "string", onValue: "a", offValue: "b" },
    limits,
    ["type cannot be changed from object"],
  ],
  [
    "a rule with an unknown variant",
    { ...limits, rules: [{ ...rule, variant: "large" }] },
    undefined,
    ["rules.0.variant names no variant of the flag: large"],
  ],
  ["a rule with a variant of the project", { rules: [{ ...rule, variant: "small" }] }, limits, []],
  [
    "a rule whose variant the file removes",
    { variants: null },
    { ...limits, onValue: { max: 2 }, rules: [{ ...rule, variant: "small" }] },
    ["rules.0.variant names"],
  ],
  [
    "values that don't satisfy the schema",
    { ...limits, offValue: { max: "1" }, valueSchema: schema },
    undefined,
    ["offValue does not satisfy the schema: /max is a text"],
  ],
  [
    "a schema that is none",
    { ...limits, valueSchema: { type: "integr" } },
    undefined,
    ["valueSchema has a mistake at /type"],
  ],
  [
    "a condition that can't be read",
    { rules: [{ conditions: [{ attribute: "a", operator: "version_from", values: ["x"] }] }] },
    undefined,
    ["rules.0.conditions.0.values.0 must be"],
  ],
  [
    "an unknown variant beside other problems of rules and variants",
    {
      ...limits,
      variants: [{ key: "small", value: { max: 5 }, weight: 90 }],
      rules: [
        { conditions: [{ attribute: "a", operator: "is" }] },
        { ...rule, name: "Pro", variant: "large" },
      ],
    },
    undefined,
    ["rules.1.variant names no variant of the flag: large (rule “Pro”)"],
  ],
  ["fields that the contract refuses", { type: "object", offValue: 1, variants: [] }, undefined, []],
])("checks %s", (_, given, stored, expected) => {
  const found = flagRuleIssues(updateGroupFlag.body, given, stored);
  expect(found.map(({ path, message }) => `${path} ${message}`)).toEqual(
    expected.map((each) => expect.stringContaining(each)),
  );
});
