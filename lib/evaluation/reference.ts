import { example, type Reference } from "@/lib/operations/reference";
import type * as contract from "./contract";
import type * as explain from "./explain/contract";

export const evaluationReference: Reference<typeof contract & typeof explain> = {
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
      "Evaluates the flag like SDKs do, and lists each step: prerequisites, the record's override, every rule with its conditions, and the subject's bucket in the rollout. To explain changes before you save them, send the changed fields in the form that `updateGroupFlag` takes: they replace the saved ones in this answer only, and `version` is `draft`. Nothing is stored. Prerequisites and segments that don't exist count as not met. If the targeting key isn't a record of the group, rules use the attributes in `context`. A record's own metadata takes precedence over these.",
    body: { targetingKey: "visitor-42", context: { plan: "pro" }, defaultEnabled: true },
    answer: {
      version: "draft",
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
