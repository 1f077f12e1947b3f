import { describe, expect, test } from "vitest";
import type { GroupFlag } from "./groups-list";
import {
  explainOverride,
  inherits,
  isOverridden,
  movedTo,
  type OverrideSetting,
  positionOf,
  sentSetting,
  settingsByPlace,
  settingText,
} from "./override-setting";

// The bucket of tenant-1 with the salt "checkout" is 16.79.
const flag: GroupFlag = {
  id: "f",
  groupId: "g",
  name: "Theme",
  key: "theme",
  defaultEnabled: true,
  defaultPercentage: 17,
  rolloutBasisPoints: 1680,
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
  salt: "checkout",
  createdAt: "2026-01-01T00:00:00.000Z",
  updatedAt: "2026-01-01T00:00:00.000Z",
};

describe("what a record gets", () => {
  test.each([
    ["by the default", {}, true, "below 16.8", "dark"],
    ["with its rollout", { rollout: 16.79 }, false, "not below 16.79", "light"],
    ["with its value", { value: "dim" }, true, "below 16.8", "dim"],
    [
      "with its value while it is off",
      { enabled: false, value: "dim" },
      false,
      "but it is switched off",
      "light",
    ],
  ])("%s", (_how, setting, on, reason, value) => {
    const answer = explainOverride(flag, { ...inherits, ...setting }, "tenant-1");
    expect(answer).toMatchObject({ on, reason, given: { value } });
  });
});

test.each([
  [{}, "follows the default", { enabled: null, rollout: null, value: null }],
  [{ rollout: 25 }, "follows the default with a rollout of 25 %", { rollout: 25 }],
  [{ enabled: true, rollout: 100 }, "is on", { enabled: true, rollout: 100 }],
  [
    { enabled: true, rollout: 0.5 },
    "is on with a rollout of 0.5 %",
    { enabled: true, rolloutBasisPoints: 50 },
  ],
  [
    { enabled: true, rollout: 33.33, value: "dim" },
    'is on with a rollout of 33.33 % and the value "dim"',
    { rolloutBasisPoints: 3333, value: "dim" },
  ],
])("%j %s, and is sent as %j", (fields, text, sent) => {
  const setting = { ...inherits, ...fields };
  expect(settingText(setting)).toBe(text);
  const other = { enabled: false, rollout: 1, value: "other" };
  expect(sentSetting(flag, setting, other)).toMatchObject(sent);
  expect(sentSetting({ type: "boolean" }, setting, other)).not.toHaveProperty("value");
  expect(isOverridden(setting)).toBe(Object.keys(fields).length > 0);
});

test("moves between positions keep an own value, except the one to none of its own", () => {
  const own = { enabled: null, rollout: 5, value: "dim" };
  expect(movedTo("on", own)).toEqual({ enabled: true, rollout: 100, value: "dim" });
  expect(movedTo("off", own)).toEqual({ enabled: false, rollout: null, value: "dim" });
  expect(movedTo("inherit", own)).toEqual(inherits);
  expect(["inherit", "on", "off"].map((each) => positionOf(movedTo(each as "on", own)))).toEqual([
    "inherit",
    "on",
    "off",
  ]);
});

test.each<[before: Partial<OverrideSetting>, after: Partial<OverrideSetting>, sent: object]>([
  [{ rollout: 5, value: "dim" }, { rollout: 6, value: "dim" }, { rollout: 6 }],
  [{ value: { a: 1 } }, { value: { a: 1 }, enabled: true }, { enabled: true }],
  [{ value: "dim" }, { value: "dim" }, {}],
  [{ value: "dim" }, {}, { enabled: null, rollout: null, value: null }],
])("of what is %j, %j sends what differs, and all where nothing is left", (before, after, sent) => {
  expect(sentSetting(flag, { ...inherits, ...after }, { ...inherits, ...before })).toEqual(sent);
});

test("stored overrides have exact percentages", () => {
  const environment = { id: "e", name: "Production", key: "production" };
  const stored = { recordId: "r", flagKey: "theme", environment, createdAt: "", updatedAt: "" };
  const own = { groupFlagId: "f", enabled: true, rollout: 33, rolloutBasisPoints: 3333, value: "dim" };
  expect([...settingsByPlace([{ ...stored, ...own }]).entries()]).toEqual([
    ["f e", { enabled: true, rollout: 33.33, value: "dim" }],
  ]);
});
