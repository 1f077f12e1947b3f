import { example, type Reference } from "@/lib/operations/reference";
import type * as contract from "./contract";

export const flagSnapshotReference: Reference<typeof contract> = {
  getFlagSnapshot: {
    description:
      "For servers that decide flags themselves, as the SDK's `createLocalClient` does: with the same rules, for any number of subjects, without a call for each. `records` has those that are decided otherwise than somebody else of the same id: with overrides in this environment, with metadata that rules ask for, or of another group than the one whose prefix begins the id. Of a project with more than 20,000 records there are only those with overrides, and none with more than 50,000 overrides in the environment; beyond 4 MiB the list ends. `isComplete` is false then, and attributes and groups have to be given with each question. Ask again with the answer's `ETag`: 304 while nothing has changed. Rules may name people, so keys of scope `evaluate` are refused.",
    answer: {
      ...{ format: 1, projectId: example.referenceId, environment: "production" },
      groups: [
        {
          ...{ key: "tenants", prefix: "ten" },
          flags: [
            {
              ...{ key: "beta", enabled: true, rollout: 25, rolloutBasisPoints: null, salt: "beta" },
              ...{ values: null, variants: null, targeting: null },
            },
          ],
        },
      ],
      ...{ flags: [], segments: [] },
      records: [
        {
          ...{ id: example.recordId, group: "tenants", metadata: {} },
          overrides: { beta: { enabled: true, rollout: null, rolloutBasisPoints: null } },
        },
      ],
      isComplete: true,
    },
  },
  reportFlagUses: {
    description:
      "For programs that decide flags by a snapshot, as the SDK's `createLocalClient` does each minute: their answers are counted as those of the API are, so that charts show them and nobody takes the flag for a stale one. Up to 1000 answers in a call; those of flags or variants that don't exist are passed over.",
    body: {
      env: "production",
      uses: [
        { flag: "beta", group: "tenants", answer: "on", count: 1204 },
        { flag: "new-checkout", answer: "off", count: 17 },
      ],
    },
    answer: { counted: 2 },
  },
};
