import { example, exampleBoolean, exampleUndescribed, type Reference } from "@/lib/operations/reference";
import type * as contract from "./contract";

const { updatedAt } = example;
const { lastEvaluatedAt: _, ...described } = exampleUndescribed;
const settings = {
  ...{ id: example.flagId, name: "New checkout", key: "new-checkout", enabled: true, rollout: 25 },
  ...{ ...exampleBoolean, ...described, salt: "new-checkout", updatedAt },
};
const before = { ...settings, id: "3ANpUpX2cVb8KqLz5Rt1WmYn7He", enabled: false, rollout: 100 };

const promoted = ({ id, updatedAt: _, ...rest }: typeof settings) => rest;

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
  copyEnvironment: {
    description:
      "The new environment has the same global flags, with the same settings and salts, and so the same subjects are in; records have the same overrides in it, unless `overrides` is false. Keys are not copied, and it is not protected. 409 where key or name is taken, a quota is used up, or there are more than 50,000 overrides.",
    body: { name: "Staging" },
    answer: {
      id: "3ANpUpX2cVb8KqLz5Rt1WmYn7Hd",
      name: "Staging",
      key: "staging",
      isDefault: false,
      isProtected: false,
      updatedAt,
    },
  },
  promoteFlags: {
    description:
      "Up to 500 keys, all in one transaction. A flag that `to` has gets what `from` says: switch, rollout, values, variants, schema, name, description, tags and owner. Its salt stays, so that nobody moves; a flag that is created takes the salt along, so that the same subjects are in. Refused with a reason are keys that `from` has not, and flags of another type. With `dryRun` the answer is the same and nothing is written; its `version` as `expected` makes sure that what happens is what was shown: 409 (`changed`) if any of these flags was changed on either side, and nothing is written. Where `to` is protected, all but a preview has to name it in `X-Confirm-Environment`.",
    body: { from: "staging", to: "production", keys: ["new-checkout"], dryRun: true },
    answer: {
      dryRun: true,
      created: 0,
      updated: 1,
      unchanged: 0,
      refused: 0,
      version: "zL3mWcYxJ0b4Qd8uVf2nT1sHk6RgPe9aXo5iEw7yBqM",
      flags: [
        {
          key: "new-checkout",
          result: "updated",
          reason: null,
          differences: ["enabled", "rollout"],
          before: promoted(before),
          after: promoted(settings),
        },
      ],
    },
  },
};
