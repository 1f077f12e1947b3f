import { example, type Reference, success } from "@/lib/operations/reference";
import type * as contract from "./contract";

const { updatedAt } = example;
const production = { ...example.environment, isDefault: true, isProtected: true, updatedAt };
const staging = {
  id: "3ANpUpX2cVb8KqLz5Rt1WmYn7Hd",
  name: "Staging",
  key: "staging",
  isDefault: false,
  isProtected: false,
  updatedAt,
};

export const environmentReference: Reference<typeof contract> = {
  listEnvironments: {
    description:
      "The default comes first. Elsewhere an environment is named by its key or else its name, in any letter case.",
    answer: [production, staging],
  },
  createEnvironment: {
    description:
      "Without `key` one is made from the name. Key and name are unique in the project, whatever their letter case (409). `isDefault: true`, which is for admins, takes the mark from the default of before. `isProtected: true` is for admins, too: from then on a change of what the environment answers has to name its key in `X-Confirm-Environment`, and is 428 (`confirmation_required`) without it.",
    body: { name: "Staging" },
    answer: staging,
  },
  updateEnvironment: {
    description:
      "Absent fields keep their value. `isDefault: true` is for admins; `false` is refused for the default, because there is always one. Admins protect an environment by `isProtected`, and take it back; what is done to a protected one has to name its key in `X-Confirm-Environment`. The rolls that the check of its flags keeps are dropped.",
    body: { name: "Pre-production" },
    answer: { ...staging, name: "Pre-production", updatedAt: "2026-03-03T14:02:11.480Z" },
  },
  deleteEnvironment: {
    description:
      "For admins, and for good: its global flags and overrides go with it, and API keys that are bound to it are revoked. The default cannot be deleted (409): make another one the default first.",
    answer: success,
  },
};
