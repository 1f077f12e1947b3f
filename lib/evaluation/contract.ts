import { z } from "zod";
import { EnvironmentName } from "@/lib/environments/contract";
import { EnvironmentSelector, ErrorBody } from "@/lib/operations/fields";
import { operation } from "@/lib/operations/operation";
import { ofrepErrorCodes, ofrepErrorFields } from "./ofrep-errors";

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
  isCheck: true,
  scope: "evaluate",
  method: "GET",
  path: "/api/flags/:recordId",
  tag: "SDK",
  summary: "Resolve all flags of a record",
  access: "key",
  query: z.object({ env: EnvironmentSelector.optional() }),
  output: ResolvedFlags,
  cors: true,
  conditional: true,
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

const OfrepError = ErrorBody.extend({
  key: z.string().optional().meta({ description: "of the flag, where one is asked for" }),
  errorCode: z.enum([...ofrepErrorCodes]),
  errorDetails: z.string().meta({ description: "the same as `error`" }),
}).meta({ id: "OfrepError" });

const ofrep = {
  method: "POST",
  tag: "OFREP",
  access: "key",
  body: z.object({ context: EvaluationContext.default({}) }),
  safe: true,
  cors: true,
  errorFields: ofrepErrorFields,
  errorBody: OfrepError,
  isCheck: true,
} as const;

export const evaluateFlags = operation({
  ...ofrep,
  id: "evaluateFlags",
  scope: "evaluate",
  path: "/api/ofrep/v1/evaluate/flags",
  summary: "OFREP: evaluate all flags of a record",
  output: z.object({ flags: z.array(OfrepEvaluation) }).meta({ id: "OfrepBulkEvaluation" }),
  errors: ["not_found"],
  conditional: true,
});
export const evaluateFlag = operation({
  ...ofrep,
  id: "evaluateFlag",
  scope: "evaluate",
  path: "/api/ofrep/v1/evaluate/flags/:key",
  summary: "OFREP: evaluate one flag of a record",
  output: OfrepEvaluation,
});
