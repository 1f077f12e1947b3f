import { example, type Reference } from "@/lib/operations/reference";
import type * as contract from "./contract";
import type { FlagSchedule } from "./contract";

const step = (n: number, at: string, change: FlagSchedule["steps"][number]["change"]) => ({
  id: `3ANpUtKq0mZ4vYb8cXe1wRd6G${n}a`.padEnd(27, "0"),
  at,
  change,
  state: "pending" as const,
  endedAt: null,
  reason: null,
});
const createdBy = { kind: "person" as const, id: example.userId, name: "Ada" };
const times = ["2026-03-03T09:00:00.000Z", "2026-03-04T09:00:00.000Z", "2026-03-05T09:00:00.000Z"] as const;

const ramp: FlagSchedule = {
  id: example.scheduleId,
  flagId: example.flagId,
  groupFlagId: null,
  state: "pending",
  steps: [
    step(1, times[0], { enabled: true, rollout: 5 }),
    step(2, times[1], { rollout: 25 }),
    step(3, times[2], { rollout: 100 }),
  ],
  createdBy,
  createdAt: example.createdAt,
};
const end: FlagSchedule = {
  ...ramp,
  flagId: null,
  groupFlagId: example.groupFlagId,
  steps: [step(1, times[2], { defaultEnabled: false })],
};

const cancelled = (schedule: FlagSchedule): FlagSchedule => ({
  ...schedule,
  state: "cancelled",
  steps: schedule.steps.map((each) => ({ ...each, state: "cancelled", endedAt: "2026-03-02T12:00:00.000Z" })),
});

const howDone =
  "Each step is done once, at its time or, if no process was up then, as soon as one is, in order. It is done in the name of who planned it, as if they sent it then: with an entry in the trail whose `scheduledChangeId` is the step's. If they have left the team or their key is revoked, or the change is refused, the step fails with a `reason` and the rest of its schedule is cancelled.";
const bounds =
  "1 to 20 steps, each later than the one before, in the future and at most a year ahead. A flag has at most 5 schedules that are not over (409), and a project `scheduledChanges` pending steps.";
const cancels = "Steps that are pending are not done; those that were done stay so. 409 if none is pending.";
const lists = "Newest first, with those that are over: the last 20 of a flag are kept.";

export const scheduleReference: Reference<typeof contract> = {
  listSchedules: {
    description:
      "Of global flags and of those of groups, newest first. `state=pending` leaves out what is over.",
    answer: [ramp, end],
  },
  listFlagSchedules: { description: lists, answer: [ramp] },
  createFlagSchedule: {
    description: `${howDone} ${bounds} A step with \`enabled: false\` alone is the flag's end date.`,
    body: {
      steps: [
        { at: times[0], enabled: true, rollout: 5 },
        { at: times[1], rollout: 25 },
        { at: times[2], rollout: 100 },
      ],
    },
    answer: ramp,
  },
  cancelFlagSchedule: { description: cancels, answer: cancelled(ramp) },
  listGroupFlagSchedules: { description: lists, answer: [end] },
  createGroupFlagSchedule: {
    description: `${howDone} ${bounds} Steps change the flag's defaults, and leave overrides and rules as they are.`,
    body: { steps: [{ at: times[2], defaultEnabled: false }] },
    answer: end,
  },
  cancelGroupFlagSchedule: { description: cancels, answer: cancelled(end) },
};
