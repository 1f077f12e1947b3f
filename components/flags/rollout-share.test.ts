import { expect, test } from "vitest";
import { exactDefault, exactRollout, percentFrom, sentRollout, stepped } from "./rollout-share";

test.each([
  [25, null, 25],
  [33, 3333, 33.33],
  [1, 50, 0.5],
  [29, 2905, 29.05],
  [0, 0, 0],
])("%d and %s hundredths are %d %%", (rollout, rolloutBasisPoints, exact) => {
  expect(exactRollout({ rollout, rolloutBasisPoints })).toBe(exact);
  expect(exactDefault({ defaultPercentage: rollout, rolloutBasisPoints })).toBe(exact);
});

test.each([
  [0, { rollout: 0 }],
  [25, { rollout: 25 }],
  [0.5, { rolloutBasisPoints: 50 }],
  [33.33, { rolloutBasisPoints: 3333 }],
  [0.29, { rolloutBasisPoints: 29 }],
])("%d %% is sent as %j", (percentage, sent) => {
  expect(sentRollout("rollout", percentage)).toEqual(sent);
});

test("of a group's flag, whole percents have another name", () => {
  expect(sentRollout("defaultPercentage", 5)).toEqual({ defaultPercentage: 5 });
});

test.each([
  ["25", 25],
  [" 0.5 ", 0.5],
  ["33,33", 33.33],
  [".5", 0.5],
  ["12.", 12],
  ["-1", -1],
  ["", Number.NaN],
  ["1e2", Number.NaN],
  ["1.2.3", Number.NaN],
  [".", Number.NaN],
])("%j is read as %d", (text, percentage) => {
  expect(percentFrom(text)).toBe(percentage);
});

test.each([
  [25, 26, 26],
  [33.33, 34.33, 34],
  [33.67, 34.67, 34],
  [33.33, 32.33, 33],
  [99.5, 100, 100],
  [0.5, -0.5, 0],
  [95, 105, 100],
])("from %d to %d it goes to %d", (from, to, at) => {
  expect(stepped(from, to)).toBe(at);
});
