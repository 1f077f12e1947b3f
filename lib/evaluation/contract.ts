import { z } from "zod";
import { EnvironmentName } from "@/lib/environments/contract";
import { EnvironmentSelector } from "@/lib/operations/fields";
import { operation } from "@/lib/operations/operation";
import { ofrepErrorFields } from "./ofrep-errors";

export const ResolvedFlags = z
  .object({
    recordId: z.string(),
    projectId: z.string().meta({ description: "the project's public reference id" }),
    environment: EnvironmentName.nullable(),
    flags: z.record(
      z.string(),
      z.object({
        enabled: z.boolean().meta({ description: "the final decision, rollout included" }),
        rollout: z.int(),
        source: z.enum(["record", "group-default"]),
      }),
    ),
  })
  .meta({ id: "ResolvedFlags" });

export const resolveFlags = operation({
  id: "resolveFlags",
  method: "GET",
  path: "/api/flags/:recordId",
  tag: "SDK",
  summary: "Resolve all flags of a record",
  description:
    "For SDKs, with an API key. Answers 304 to a matching `If-None-Match`. Where `env` matches no environment, `environment` is null and `flags` is empty.",
  access: "key",
  query: z.object({ env: EnvironmentSelector.optional() }),
  output: ResolvedFlags,
  cors: true,
});

/** Attributes beyond these are the caller's own. */
const EvaluationContext = z.looseObject(
  {
    targetingKey: z.string({ error: "must be a text: the id of a record" }).max(500).optional(),
    env: EnvironmentSelector.optional(),
    flags: z.array(z.string()).optional().catch(undefined),
  },
  { error: "must be an object" },
);

const OfrepEvaluation = z
  .object({
    key: z.string(),
    value: z.boolean(),
    reason: z.enum(["DISABLED", "TARGETING_MATCH", "SPLIT", "STATIC"]),
    variant: z.enum(["on", "off"]),
    metadata: z.object({ source: z.string(), rollout: z.int(), environment: z.string() }),
  })
  .meta({ id: "OfrepEvaluation" });

const ofrep = {
  method: "POST",
  tag: "OFREP",
  access: "key",
  body: z.object({ context: EvaluationContext.default({}) }),
  safe: true,
  cors: true,
  errorFields: ofrepErrorFields,
} as const;

export const evaluateFlags = operation({
  ...ofrep,
  id: "evaluateFlags",
  path: "/api/ofrep/v1/evaluate/flags",
  summary: "OFREP: evaluate all flags of a record",
  description:
    "`context.targetingKey` is the record, `context.env` the environment, `context.flags` a filter. Answers 304 to a matching `If-None-Match`.",
  output: z.object({ flags: z.array(OfrepEvaluation) }).meta({ id: "OfrepBulkEvaluation" }),
  errors: ["not_found"],
});
export const evaluateFlag = operation({
  ...ofrep,
  id: "evaluateFlag",
  path: "/api/ofrep/v1/evaluate/flags/:key",
  summary: "OFREP: evaluate one flag of a record",
  output: OfrepEvaluation,
});
