import { describe, expect, test } from "vitest";
import type { GroupFlagRow } from "@/lib/groups/require-group";
import { AppError } from "@/lib/operations/errors";
import { Decider } from "./decider";
import { draftedFlag, isDraft, toSnapshot } from "./drafted-flag";
import { FlagDraft } from "./explain/contract";
import type { GroupFlagSnapshot } from "./snapshots";

const rule = { name: "Pro", conditions: [{ attribute: "plan", operator: "equals", values: ["pro"] }] };
const variants = [{ key: "blue", value: "#00f", weight: 100 }];

const saved = {
  ...{ id: "f", groupId: "g", key: "theme", salt: "theme", type: "string" },
  ...{ defaultEnabled: false, defaultPercentage: 100, rolloutBasisPoints: null },
  ...{ values: { on: "dark", off: "light" }, variants: null, valueSchema: null },
  ...{ rules: null, prerequisites: null, textSearches: 0 },
} as GroupFlagRow;
const known = { id: "f", groupId: "g", key: "theme", salt: "theme" } as GroupFlagSnapshot;

const decide = (draft: object, flag = saved) => {
  const snapshot = toSnapshot(known, draftedFlag(flag, FlagDraft.parse(draft)));
  const decider = new Decider({
    project: { groupFlags: new Map(), segments: new Map() },
    environment: { id: "e" },
    key: "tenant-1",
    context: { plan: "pro" },
  });
  return decider.decide(snapshot);
};

describe("a draft changes the result for a record", () => {
  test.each([
    ["the saved switch ignores draft rules", { rules: [rule] }, { enabled: false, reason: "DISABLED" }],
    [
      "rules are evaluated once the switch is on",
      { defaultEnabled: true, defaultPercentage: 0, rules: [rule] },
      { enabled: true, reason: "TARGETING_MATCH", rule: "Pro", value: '"dark"' },
    ],
    ["a rollout of 0", { defaultEnabled: true, defaultPercentage: 0 }, { enabled: false, reason: "STATIC" }],
    ["small steps", { defaultEnabled: true, rolloutBasisPoints: 9999 }, { enabled: true, reason: "SPLIT" }],
    ["an on value", { defaultEnabled: true, onValue: "dim" }, { value: '"dim"', variant: "on" }],
    ["variants", { defaultEnabled: true, variants }, { value: '"#00f"', variant: "blue" }],
    [
      "a variant of a rule",
      { defaultEnabled: true, variants, rules: [{ ...rule, variant: "blue" }] },
      { value: '"#00f"', variant: "blue", rule: "Pro" },
    ],
    [
      "a prerequisite that doesn't exist",
      { defaultEnabled: true, prerequisites: [{ flagKey: "none" }] },
      { enabled: false, reason: "DISABLED", prerequisite: "none" },
    ],
  ])("%s", (_case, draft, decision) => expect(decide(draft)).toMatchObject(decision));

  test("absent fields keep their saved values", () => {
    const flag = draftedFlag(saved, FlagDraft.parse({ rules: [rule] }));
    expect(decide({ defaultEnabled: true }, flag)).toMatchObject({ enabled: true, rule: "Pro" });
    expect(decide({ defaultEnabled: true, rules: [] }, flag)).toMatchObject({ rule: undefined });
  });
});

test.each([
  ["a value of another type", { onValue: 5 }, "onValue"],
  ["a rule with an unknown variant", { rules: [{ ...rule, variant: "red" }] }, "rules.0.variant"],
  ["two rollouts that differ", { defaultPercentage: 5, rolloutBasisPoints: 2 }, "rolloutBasisPoints"],
])("refuses %s like an update", (_case, draft, path) => {
  const attempt = () => draftedFlag(saved, FlagDraft.parse(draft));
  expect(attempt).toThrow(AppError);
  expect(attempt).toThrow(path);
});

test.each([
  [{}, false],
  [{ defaultEnabled: false }, true],
  [{ rules: [] }, true],
  [{ variants: null }, true],
])("%j is a draft: %s", (fields, expected) => expect(isDraft(FlagDraft.parse(fields))).toBe(expected));
