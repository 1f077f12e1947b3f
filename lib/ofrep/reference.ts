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

export const ofrepReference: Reference<typeof contract> = {
  evaluateFlags: {
    description:
      "For OpenFeature's providers, with the base address `<APP_URL>/api`. `context.targetingKey` is a record, or any other text that tells one subject from another: it need not be known. A record has the flags of its group; others those of the group that `context.group` names by key or prefix, else of the group whose prefix begins the key, else of all groups, decided by the same formula. Without a key, flags with variants by weight or a rollout between 0% and 100% have their off value, with the reason `DEFAULT`. Global flags are there where no flag of a group has the key. `context.env` is the environment, `context.flags` a filter by keys. Answers 304 to a matching `If-None-Match`. For keys with the scope `evaluate`, `eventStreams` says where to hear of changes (`streamFlags`). Errors have OFREP's fields beside ours.",
    body,
    answer: { flags: [evaluation] },
  },
  evaluateFlag: {
    description:
      "Decides as the evaluation of all flags does. `FLAG_NOT_FOUND` where the subject has no flag of that key, or `context.env` names no environment.",
    body,
    answer: evaluation,
  },
};
