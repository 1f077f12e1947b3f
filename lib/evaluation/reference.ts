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
};
