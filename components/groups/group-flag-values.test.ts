import { describe, expect, test } from "vitest";
import { newRule } from "@/components/targeting/rule-rows";
import { bodyBefore, bodyOf, draftOf, groupFlagResolver, valuesOf } from "./group-flag-values";
import type { GroupFlag } from "./groups-list";

const flag: GroupFlag = {
  id: "f",
  groupId: "g",
  name: "Theme",
  key: "theme",
  defaultEnabled: true,
  defaultPercentage: 33,
  rolloutBasisPoints: 3333,
  type: "string",
  onValue: "dark",
  offValue: "light",
  variants: null,
  valueSchema: null,
  rules: [],
  prerequisites: [],
  description: null,
  tags: [],
  ownerId: null,
  lastEvaluatedAt: null,
  salt: "theme",
  createdAt: "2026-01-01T00:00:00.000Z",
  updatedAt: "2026-01-01T00:00:00.000Z",
};
const dim = { key: "dim", value: "dim", weight: 100 };

test.each([
  [{ defaultPercentage: 50 }, { defaultPercentage: 50 }, { rolloutBasisPoints: 3333 }],
  [{ defaultPercentage: 0.5 }, { rolloutBasisPoints: 50 }, { rolloutBasisPoints: 3333 }],
  [
    { name: "A", onValue: "" },
    { name: "A", onValue: "" },
    { name: "Theme", onValue: "dark" },
  ],
  [{ variants: [{ ...dim, weight: "100" }] }, { variants: [dim] }, { variants: null }],
])("a change to %j is sent and undone", (changed, body, before) => {
  expect(bodyOf("string", changed)).toEqual(body);
  expect(bodyBefore(flag, changed)).toEqual(before);
});

test.each([
  [{}, []],
  [{ name: "", key: "a b", defaultPercentage: Number.NaN }, ["name", "key", "defaultPercentage"]],
  [{ variants: [{ ...dim, weight: "99" }] }, ["variants"]],
])("%j is wrong in %j", async (changed, fields) => {
  const options = { fields: {}, shouldUseNativeValidation: false };
  const { errors } = await groupFlagResolver(flag)({ ...valuesOf(flag), ...changed }, undefined, options);
  expect(Object.keys(errors)).toEqual(fields);
});

test("a boolean flag has no values to be wrong", async () => {
  const boolean = { ...flag, type: "boolean", onValue: true, offValue: false } as const;
  const options = { fields: {}, shouldUseNativeValidation: false };
  const { errors } = await groupFlagResolver(boolean)(valuesOf(boolean), undefined, options);
  expect(errors).toEqual({});
  expect(bodyOf("boolean", valuesOf(boolean))).not.toHaveProperty("onValue");
});

test("a schema is sent as JSON, and taken away by an empty text", () => {
  expect(bodyOf("object", { valueSchema: '{"type": "object"}' })).toEqual({
    valueSchema: { type: "object" },
  });
  expect(bodyOf("object", { valueSchema: "" })).toEqual({ valueSchema: null });
});

const proRule = {
  ...newRule(),
  conditions: [{ attribute: "plan", operator: "in" as const, values: "pro", segment: "" }],
};

describe("the draft in the form", () => {
  test.each([
    ["is empty for the saved values", {}, {}],
    ["has no fields that don't change results", { name: "Other", tags: ["new"] }, {}],
    ["has the switch", { defaultEnabled: false }, { fields: { defaultEnabled: false } }],
    ["has a rollout as requests have it", { defaultPercentage: 0.5 }, { fields: { rolloutBasisPoints: 50 } }],
    ["has values", { onValue: "dim" }, { fields: { onValue: "dim" } }],
    [
      "has rules",
      { rules: [proRule] },
      { fields: { rules: [expect.objectContaining({ name: null, percentage: 100 })] } },
    ],
    ["names an incomplete rule", { rules: [proRule, newRule()] }, { todo: "Complete rule 2" }],
    [
      "names an incomplete prerequisite",
      { prerequisites: [{ flagKey: "", variant: "" }] },
      { todo: "Complete prerequisite 1" },
    ],
    ["names a wrong field", { defaultPercentage: Number.NaN }, { todo: "Fix “Rollout”" }],
    [
      "ignores fields that only saving needs",
      { name: "", defaultEnabled: false },
      { fields: { defaultEnabled: false } },
    ],
  ])("%s", (_case, changed, draft) => {
    expect(draftOf(flag, { ...valuesOf(flag), ...changed })).toEqual(draft);
  });
});
