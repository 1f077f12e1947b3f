import { describe, expect, test } from "vitest";
import { explainRollout, rolloutText } from "./explain-rollout";

// The bucket of tenant-1 with the salt "checkout" is 16.79.
describe("who gets a flag", () => {
  test.each([
    [false, 100, false, "but it is switched off"],
    [true, 0, false, "but 0 % reaches nobody"],
    [true, 16, false, "not below 16"],
    [true, 17, true, "below 17"],
    [true, 100, true, "and 100 % reaches everybody"],
  ])("switch %s at %d %% is %s: %s", (enabled, rollout, on, reason) => {
    const rule = { enabled, rollout, salt: "checkout" };
    expect(explainRollout(rule, "tenant-1")).toEqual({ on, bucket: 16.79, reason });
  });
});

test.each([
  [0, "nobody"],
  [25, "25 % of subjects"],
  [100, "everybody"],
])("a rollout of %d reads %s", (rollout, text) => {
  expect(rolloutText(rollout)).toBe(text);
});
