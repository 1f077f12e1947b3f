import {
  example,
  exampleBoolean,
  exampleTimes,
  exampleUndescribed,
  type Reference,
  success,
  undoable,
} from "@/lib/operations/reference";
import type * as contract from "./contract";

const flag = {
  id: example.flagId,
  projectId: example.referenceId,
  name: "New checkout",
  key: "new-checkout",
  enabled: true,
  rollout: 25,
  ...exampleBoolean,
  ...exampleUndescribed,
  salt: "new-checkout",
  environment: example.environment,
  ...exampleTimes,
};

export const flagReference: Reference<typeof contract> = {
  listFlags: {
    description:
      "Of the default environment without `env`. An unknown environment has none: the answer is empty.",
    answer: [flag],
  },
  listFlagKeys: {
    description:
      "One row for each key, newest first, with the flags in the order of their environments. An environment that lacks the key has no flag there.",
    answer: [{ key: flag.key, name: flag.name, createdAt: flag.createdAt, flags: [flag] }],
  },
  createFlag: {
    description:
      "In the default environment without `environmentKey`; an unknown one is 404. Without `key` one is made from the name. The key is unique in its environment and an `id` of your own in the project (409). A `valueSchema` has references within itself only (`#…`), and `onValue`, `offValue` and the values of variants have to satisfy it: else 400 says which does not, and where.",
    body: { name: "New checkout", enabled: true, rollout: 25 },
    answer: flag,
  },
  getFlag: {
    description: "The flag as it is set, without deciding anything. 404 for a flag of another project.",
    answer: flag,
  },
  updateFlag: {
    description:
      "Absent fields keep their value. A change holds for the very next check: the roll that was kept is dropped. Whenever the values or `valueSchema` change, the values have to satisfy it.",
    body: { rollout: 50 },
    answer: { ...flag, rollout: 50, updatedAt: "2026-03-03T14:02:11.480Z" },
  },
  deleteFlag: {
    description: `${undoable} In its own environment only. Checks of its key are 404 from then on.`,
    answer: success,
  },
  getFlagUsage: {
    description:
      "An answer counts when the SDK endpoint, OFREP or the check gives it, by 304, too. What a process has counted is stored every minute, so that several show each other's answers within that time. By the hour for a day, by the day for a month.",
    answer: {
      range: "24h",
      buckets: [{ at: "2026-03-02T09:00:00.000Z", counts: { on: 212, off: 640 } }],
      total: 852,
      lastEvaluatedAt: "2026-03-02T09:41:00.000Z",
      countedSince: "2026-03-01T00:00:00.000Z",
    },
  },
  listStaleFlags: {
    description:
      "Flags whose code can go, those that wait for the longest first. `not_evaluated`: nobody has asked for it in 30 days, in any environment; flags that have been counted for less are not said to be that. `fully_rolled_out`: everybody has had the same of it at 100 %, in every environment that has it and unchanged, for 60 days. Global flags are one row for each key.",
    answer: [
      {
        ...{ id: "global old-checkout", kind: "global", key: "old-checkout", name: "Old checkout" },
        ...{ groupId: null, groupName: null },
        flags: [{ id: example.flagId, environmentKey: "production" }],
        reason: "fully_rolled_out",
        since: "2025-12-01T10:00:00.000Z",
        lastEvaluatedAt: "2026-03-02T09:41:00.000Z",
        message:
          "Everybody has had the same of it since 1 December 2025. Take the check out of the code and keep what is on, then delete the flag.",
      },
    ],
  },
  checkFlag: {
    description:
      "The first call rolls the dice of the rollout and says `source: global`; for 60 seconds everybody gets the same answer, with `source: cache`. With `targetingKey` the answer is always the same for that subject instead. An unknown environment is 404.",
    answer: { enabled: true, rollout: 25, source: "global", environment: example.environment },
  },
};
