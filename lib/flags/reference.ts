import {
  example,
  exampleBoolean,
  exampleTimes,
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
      "In the default environment without `environmentKey`; an unknown one is 404. Without `key` one is made from the name. The key is unique in its environment and an `id` of your own in the project (409).",
    body: { name: "New checkout", enabled: true, rollout: 25 },
    answer: flag,
  },
  getFlag: {
    description: "The flag as it is set, without deciding anything. 404 for a flag of another project.",
    answer: flag,
  },
  updateFlag: {
    description:
      "Absent fields keep their value. A change holds for the very next check: the roll that was kept is dropped.",
    body: { rollout: 50 },
    answer: { ...flag, rollout: 50, updatedAt: "2026-03-03T14:02:11.480Z" },
  },
  deleteFlag: {
    description: `${undoable} In its own environment only. Checks of its key are 404 from then on.`,
    answer: success,
  },
  checkFlag: {
    description:
      "The first call rolls the dice of the rollout and says `source: global`; for 60 seconds everybody gets the same answer, with `source: cache`. With `targetingKey` the answer is always the same for that subject instead. An unknown environment is 404.",
    answer: { enabled: true, rollout: 25, source: "global", environment: example.environment },
  },
};
