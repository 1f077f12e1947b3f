import { describe, expect, test } from "vitest";
import { createFlagSchedule, createGroupFlagSchedule } from "./contract";
import { plannedSteps, stateOf } from "./planned-steps";

const now = new Date("2030-01-01T00:00:00.000Z");
const at = (ms: number) => new Date(now.getTime() + ms).toISOString();
const dayMs = 24 * 60 * 60 * 1000;

function problemsOf(...times: string[]): string[] {
  try {
    plannedSteps(
      times.map((time) => ({ at: time, enabled: true })),
      now,
    );
    return [];
  } catch (error) {
    const { issues } = error as { issues: { path: string; message: string }[] };
    return issues.map(({ path, message }) => `${path} ${message}`);
  }
}

test.each([
  ["a step from the next millisecond on", [at(1)], []],
  ["a year ahead", [at(366 * dayMs)], []],
  ["steps a millisecond apart", [at(1), at(2)], []],
  ["an offset of its own", ["2030-01-01T02:00:00.001+02:00"], []],
  ["now", [at(0)], ["steps.0.at must be in the future"]],
  ["the past", [at(-dayMs)], ["steps.0.at must be in the future"]],
  ["more than a year", [at(366 * dayMs + 1)], ["steps.0.at must be at most a year ahead"]],
  ["twice the same", [at(5), at(5)], ["steps.1.at must be later than the step before"]],
  ["the wrong order", [at(9), at(5)], ["steps.1.at must be later than the step before"]],
  [
    "the same time in other words",
    [at(3_600_000), "2030-01-01T02:00:00+01:00"],
    ["steps.1.at must be later than the step before"],
  ],
  [
    "several problems",
    [at(-1), at(400 * dayMs)],
    ["steps.0.at must be in the future", "steps.1.at must be at most a year ahead"],
  ],
])("a plan of %s", (_, times, problems) => expect(problemsOf(...times)).toEqual(problems));

test.each([
  [["done", "pending"], "pending"],
  [["done", "done"], "done"],
  [["done", "failed", "cancelled"], "failed"],
  [["done", "cancelled"], "cancelled"],
] as const)("steps that are %j make a schedule that is %s", (states, expected) =>
  expect(stateOf(states.map((state) => ({ state })))).toBe(expected),
);

describe("a step", () => {
  const global = (step: object) => createFlagSchedule.body.safeParse({ steps: [{ at: at(1), ...step }] });
  const inGroup = (step: object) =>
    createGroupFlagSchedule.body.safeParse({ steps: [{ at: at(1), ...step }] });

  test.each([{ enabled: false }, { rollout: 5 }, { rolloutBasisPoints: 5 }, { enabled: true, rollout: 100 }])(
    "may set %j",
    (step) => expect(global(step).success).toBe(true),
  );
  test.each([
    [{}, "must change something"],
    [{ rollout: 5, rolloutBasisPoints: 500 }, "must have only one of rollout and rolloutBasisPoints"],
    [{ rollout: 101 }, "must be from 0 to 100"],
    [{ rolloutBasisPoints: null }, "must be a whole number from 0 to 10000"],
    [{ enabled: "yes" }, "must be true or false"],
    [{ defaultEnabled: true }, "must change something"],
  ])("may not be %j", (step, message) => expect(global(step).error?.issues[0]?.message).toBe(message));

  test("of a group's flag has the names of its defaults", () => {
    expect(inGroup({ defaultEnabled: true, defaultPercentage: 5 }).success).toBe(true);
    expect(inGroup({ enabled: true }).error?.issues[0]?.message).toBe("must change something");
  });
});
