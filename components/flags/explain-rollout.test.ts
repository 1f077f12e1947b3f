import { describe, expect, test } from "vitest";
import { explainRollout, rolloutText, valuedBy } from "./explain-rollout";

// The bucket of tenant-1 with the salt "checkout" is 16.79, and 19.49 among its variants.
describe("who gets a flag", () => {
  test.each([
    [false, 100, null, false, "but it is switched off"],
    [true, 0, null, false, "but 0 % reaches nobody"],
    [true, 0, 0, false, "but 0 % reaches nobody"],
    [true, 16, null, false, "not below 16"],
    [true, 17, null, true, "below 17"],
    [true, 17, 1679, false, "not below 16.79"],
    [true, 17, 1680, true, "below 16.8"],
    [true, 100, 9999, true, "below 99.99"],
    [true, 100, null, true, "and 100 % reaches everybody"],
  ])("switch %s at %d %% (%s hundredths) is %s: %s", (enabled, rollout, rolloutBasisPoints, on, reason) => {
    const rule = { enabled, rollout, rolloutBasisPoints, salt: "checkout" };
    expect(explainRollout(rule, "tenant-1")).toEqual({ on, bucket: 16.79, reason });
  });
});

describe("what a subject gets", () => {
  const variants = [
    { key: "blue", value: "#00f", weight: 19.49 },
    { key: "red", value: "#f00", weight: 80.51 },
  ];
  const all = [{ key: "green", value: "#0f0", weight: 100 }];
  test.each([
    ["the off value", false, null, undefined, { value: "none", from: "the off value" }],
    ["the on value", true, null, undefined, { value: "any", from: "the on value" }],
    [
      "its variant",
      true,
      variants,
      undefined,
      { value: "#f00", from: "variant red, because bucket 19.49 among variants is from 19.49 to below 100" },
    ],
    [
      "the only variant",
      true,
      all,
      undefined,
      { value: "#0f0", from: "variant green, because bucket 19.49 among variants is from 0 to below 100" },
    ],
    ["its own value", true, variants, "mine", { value: "mine", from: "the override’s own value" }],
    ["the off value in spite of its own", false, variants, "mine", { value: "none", from: "the off value" }],
  ])("is %s", (_what, enabled, variants, own, given) => {
    const values = { values: { on: "any", off: "none" }, variants, ...(own && { own }) };
    const rule = { enabled, rollout: 100, salt: "checkout" };
    expect(explainRollout(rule, "tenant-1", values).given).toEqual(given);
  });

  test("says nothing more than on and off for a boolean flag", () => {
    expect(valuedBy({ type: "boolean", onValue: true, offValue: false, variants: null })).toBeUndefined();
  });
});

test.each([
  [0, "Off for everyone"],
  [0.5, "On for 0.5%"],
  [25, "On for 25%"],
  [100, "On for everyone"],
])("a rollout of %d reads %s", (rollout, text) => {
  expect(rolloutText(rollout)).toBe(text);
});
