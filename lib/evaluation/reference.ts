import { example, type Reference } from "@/lib/operations/reference";
import type * as contract from "./contract";

const evaluation = {
  key: "beta",
  value: true,
  reason: "SPLIT" as const,
  variant: "on" as const,
  metadata: { source: "group-default", rollout: 25, environment: "production" },
};
const body = { context: { targetingKey: example.recordId, env: "production" } };

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
  evaluateFlags: {
    description:
      "For OpenFeature's providers, with the base address `<APP_URL>/api`. `context.targetingKey` is the record, `context.env` the environment, `context.flags` a filter by keys. Answers 304 to a matching `If-None-Match`. Errors have OFREP's fields beside ours.",
    body,
    answer: { flags: [evaluation] },
  },
  evaluateFlag: {
    description:
      "Decides as the evaluation of all flags does. `FLAG_NOT_FOUND` where the record's group has no flag of that key, or `context.env` names no environment.",
    body,
    answer: evaluation,
  },
};
