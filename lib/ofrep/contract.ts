import { z } from "zod";
import { reasons, reasonText, Why } from "@/lib/evaluation/contract";
import { ShownValue } from "@/lib/flag-values/contract";
import { EnvironmentSelector, ErrorBody } from "@/lib/operations/fields";
import { operation } from "@/lib/operations/operation";
import { ofrepErrorCodes, ofrepErrorFields } from "./errors";

/** Attributes beyond these are the caller's own. */
const EvaluationContext = z.looseObject(
  {
    targetingKey: z
      .string({ error: "must be a text that tells subjects apart, such as the id of a record" })
      .max(500, { error: "must have at most 500 characters" })
      .optional(),
    env: EnvironmentSelector.optional(),
    group: z.string().optional().catch(undefined),
    flags: z.array(z.string()).optional().catch(undefined),
  },
  { error: "must be an object" },
);

const OfrepEvaluation = z
  .object({
    key: z.string(),
    value: ShownValue,
    reason: z.enum(reasons).meta({ description: reasonText }),
    variant: z.string().meta({ description: "`on`, `off`, the key of a variant, or `override`" }),
    metadata: z.object({
      source: z.string(),
      rollout: z.int(),
      environment: z.string(),
      ...Why,
    }),
  })
  .meta({ id: "OfrepEvaluation" });

const OfrepError = ErrorBody.extend({
  key: z.string().optional().meta({ description: "of the flag, where one is asked for" }),
  errorCode: z.enum([...ofrepErrorCodes]),
  errorDetails: z.string().meta({ description: "the same as `error`" }),
}).meta({ id: "OfrepError" });

/** Where a provider hears of changes. */
const EventStream = z
  .object({
    type: z.literal("sse"),
    url: z.string().meta({ description: "with the key in it; not to be logged" }),
    inactivityDelaySec: z.int(),
  })
  .meta({ id: "OfrepEventStream" });

const said = z.string().optional().catch(undefined);
/** What a provider repeats of the event that made it ask. Answers are never older than events, so that nothing depends on it. */
const FlagConfig = z.object({ flagConfigEtag: said, flagConfigLastModified: said });

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
  summary: "OFREP: evaluate all flags of a subject",
  query: FlagConfig,
  output: z
    .object({ flags: z.array(OfrepEvaluation), eventStreams: z.array(EventStream).optional() })
    .meta({ id: "OfrepBulkEvaluation" }),
  errors: ["not_found"],
  conditional: true,
});
export const evaluateFlag = operation({
  ...ofrep,
  id: "evaluateFlag",
  scope: "evaluate",
  path: "/api/ofrep/v1/evaluate/flags/:key",
  summary: "OFREP: evaluate one flag of a subject",
  output: OfrepEvaluation,
});
