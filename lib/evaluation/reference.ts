import { example, type Reference } from "@/lib/operations/reference";
import type * as contract from "./contract";

export const evaluationReference: Reference<typeof contract> = {
  resolveFlags: {
    description:
      "For SDKs, with an API key of the record's project (403 otherwise); a session is not enough. The same record always gets the same answer, and a higher rollout only adds records. Ask again with the answer's `ETag`: 304 while nothing has changed. Where `env` matches no environment, `environment` is null and `flags` is empty.",
    answer: {
      recordId: example.recordId,
      projectId: example.referenceId,
      environment: example.environment,
      flags: { beta: { enabled: true, rollout: 25, source: "group-default" } },
    },
  },
  explainFlag: {
    description:
      "Decides as SDKs are answered, and says how it came to that: prerequisites, the record's override, each rule with its conditions, and the subject's place in the rollout. Nothing is stored. Where the targeting key is no record of the group, it is somebody with the attributes of `context`; a record's own metadata wins over these.",
    body: { targetingKey: "visitor-42", context: { plan: "pro" } },
    answer: {
      ...{ targetingKey: "visitor-42", isRecord: false, environment: example.environment },
      ...{ enabled: true, value: true, variant: "on", reason: "TARGETING_MATCH", source: "group-default" },
      ...{ rollout: 100, rule: "Paying customers", prerequisites: [], override: null },
      rules: [
        {
          ...{ name: "Paying customers", holds: true, decides: true },
          conditions: [
            {
              ...{ attribute: "plan", operator: "in", values: ["pro", "team"], not: false },
              ...{ holds: true, found: "pro" },
            },
          ],
        },
      ],
      ...{ bucket: 4711, variantBucket: null },
    },
  },
};
