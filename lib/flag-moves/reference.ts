import { example, exampleBoolean, exampleUndescribed, type Reference } from "@/lib/operations/reference";
import type * as contract from "./contract";

const { updatedAt } = example;
const { lastEvaluatedAt: _, ...described } = exampleUndescribed;
const settings = {
  ...{ id: example.flagId, name: "New checkout", key: "new-checkout", enabled: true, rollout: 25 },
  ...{ ...exampleBoolean, ...described, salt: "new-checkout", updatedAt },
};
const before = { ...settings, id: "3ANpUpX2cVb8KqLz5Rt1WmYn7He", enabled: false, rollout: 100 };

export const flagMoveReference: Reference<typeof contract> = {
  compareEnvironments: {
    description:
      "One row for each key that either of the two has. What a flag is hashed with (`salt`) is shown and makes no difference. An unknown environment is 404.",
    answer: [
      {
        key: "new-checkout",
        name: "New checkout",
        state: "different",
        from: settings,
        to: before,
        differences: ["enabled", "rollout"],
      },
    ],
  },
};
