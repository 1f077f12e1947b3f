import { expect, test } from "vitest";
import { decisiveText, isSwitchedOff } from "./decisive-text";

const override = { enabled: null, rollout: null, hasValue: false };
const base = { reason: "STATIC", source: "group-default", override: null, rollout: 100 } as const;
const ofRecord = { ...base, source: "record" } as const;

test.each([
  ["the rollout", { ...base, rollout: 25 }, "by the rollout of 25%", false],
  [
    "a missing targeting key",
    { ...base, reason: "DEFAULT", rule: "Testers" },
    "because there is no targeting key to assign it by",
    false,
  ],
  ["a rule", { ...base, reason: "TARGETING_MATCH", rule: "Testers" }, "by “Testers”", false],
  ["the switch", { ...base, reason: "DISABLED" }, "because the flag is off", true],
  [
    "the switch, whatever the override's rollout",
    { ...ofRecord, reason: "DISABLED", override },
    "because the flag is off",
    true,
  ],
  [
    "an override that is off",
    { ...ofRecord, reason: "DISABLED", override: { ...override, enabled: false } },
    "because its override is off",
    false,
  ],
  [
    "an override that is on",
    { ...ofRecord, reason: "TARGETING_MATCH", override: { ...override, enabled: true } },
    "by the record’s override",
    false,
  ],
  [
    "a rule that applies to a record whose override has only a value",
    { ...ofRecord, reason: "TARGETING_MATCH", rule: "Testers", override: { ...override, hasValue: true } },
    "by “Testers”",
    false,
  ],
  [
    "a prerequisite",
    { ...base, reason: "DISABLED", prerequisite: "cart" },
    "because its prerequisite cart isn’t met",
    false,
  ],
] as const)("names %s as the reason", (_case, explanation, text, isOff) => {
  expect(decisiveText({ rule: undefined, prerequisite: undefined, ...explanation })).toBe(text);
  expect(isSwitchedOff({ rule: undefined, prerequisite: undefined, ...explanation })).toBe(isOff);
});
