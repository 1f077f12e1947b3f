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
};
