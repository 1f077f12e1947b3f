import { z } from "zod";
import { headerProblems, headersTooMuch, requestHeaderProblems } from "./headers";

/** A configured header: one value, or several for a repeated header. */
export const ResponseHeaders = z
  .record(z.string(), z.union([z.string(), z.array(z.string())]), {
    error: "must be an object of header names and values",
  })
  // Named, because orval 7 gives the headers of a mock and of its responses the same name otherwise.
  .meta({ id: "HeaderValues" });

const { $schema: _, id: _id, ...headersShape } = z.toJSONSchema(ResponseHeaders);

/** Counted before anything else, because a check of each of ten thousand headers takes long. */
export const checkedHeaders = (problemsOf: typeof headerProblems) =>
  z
    .custom<z.output<typeof ResponseHeaders>>()
    .superRefine((given, context) => {
      const tooMuch = typeof given === "object" ? headersTooMuch(given) : [];
      for (const message of tooMuch) context.addIssue({ code: "custom", message });
      if (tooMuch.length > 0) return;
      const { data, error } = ResponseHeaders.safeParse(given);
      for (const { path, message } of error?.issues ?? problemsOf(data ?? {})) {
        context.addIssue({ code: "custom", path, message });
      }
    })
    .meta(headersShape);

/** Headers that an answer may have. */
export const CheckedHeaders = checkedHeaders(headerProblems);
/** Headers that a request may have. */
export const RequestHeaders = checkedHeaders(requestHeaderProblems);

/** The name of a header that an answer may have, in lower case. */
export const HeaderName = z
  .string({ error: "must be a text" })
  .trim()
  .toLowerCase()
  .superRefine((name, context) => {
    const message = headerProblems({ [name]: "" })[0]?.message;
    if (message) context.addIssue({ code: "custom", message });
  });

export const StatusCode = z
  .int({ error: "must be a whole number from 200 to 599" })
  .min(200, { error: "must be from 200 to 599" })
  .max(599, { error: "must be from 200 to 599" });
export const DelayMs = z
  .int({ error: "must be a whole number of milliseconds" })
  .min(0, { error: "must be from 0 to 30000" })
  .max(30_000, { error: "must be from 0 to 30000" });
export const ResponseBody = z.string({ error: "must be a text; send JSON as a string" });

const whole = (from: number, to: number) => {
  const error = `must be a whole number from ${from} to ${to}`;
  return z.int({ error }).min(from, { error }).max(to, { error });
};

/** A wait by chance, besides `delayMs`: any time between two, or around a median with a long tail. */
export const DelayDistribution = z
  .discriminatedUnion(
    "type",
    [
      z.strictObject({ type: z.literal("uniform"), minMs: whole(0, 30_000), maxMs: whole(0, 30_000) }),
      z.strictObject({
        type: z.literal("lognormal"),
        medianMs: whole(1, 30_000),
        sigma: z
          .number({ error: "must be a number from 0 to 3" })
          .min(0, { error: "must be a number from 0 to 3" })
          .max(3, { error: "must be a number from 0 to 3" }),
      }),
    ],
    {
      error:
        'must be {"type": "uniform", "minMs", "maxMs"}, {"type": "lognormal", "medianMs", "sigma"} or null',
    },
  )
  .refine((given) => given.type !== "uniform" || given.minMs <= given.maxMs, {
    path: ["maxMs"],
    error: "must not be less than minMs",
  })
  .meta({ id: "DelayDistribution" });

/** What a broken server does instead of answering: `reset` ends the connection without a word, `empty` in an orderly way. */
export const Fault = z
  .enum(["reset", "empty", "truncated", "malformed"], {
    error: "must be one of reset, empty, truncated, malformed, or null",
  })
  .meta({
    id: "MockFault",
    description:
      "What is done instead of a whole answer: the connection is reset, or ended without an answer; half of the body is sent; a chunk is none.",
  });

const bodyEncoding = z.enum(["text", "base64"], { error: "must be text or base64" }).meta({
  description: "how the body is written; as base64 for bytes that are no text, which are sent decoded",
});
const bodyFileId = z
  .guid({ error: "must be the id of a file of this project, or null" })
  .toLowerCase()
  .nullable()
  .meta({ description: "a file that is sent instead of the body, which is kept" });

/** How an answer is made and sent, besides what is in it. */
export const behaviour = {
  bodyEncoding,
  bodyFileId,
  templated: z
    .boolean({ error: "must be true or false" })
    .meta({ description: "whether body and header values are Liquid templates" }),
  delayDistribution: DelayDistribution.nullable(),
  bytesPerSecond: whole(1, 1_000_000_000)
    .nullable()
    .meta({ description: "how fast the body is sent; it takes a minute at most" }),
  fault: Fault.nullable(),
};
/** The same with what holds where nothing is said. */
export const givenBehaviour = {
  bodyEncoding: bodyEncoding.default("text"),
  bodyFileId: bodyFileId.default(null),
  templated: behaviour.templated.default(false),
  delayDistribution: behaviour.delayDistribution.default(null),
  bytesPerSecond: behaviour.bytesPerSecond.default(null),
  fault: behaviour.fault.default(null),
};
const { templated, delayDistribution, bytesPerSecond, fault } = behaviour;
/** The same for a change. */
export const changedBehaviour = {
  bodyEncoding: bodyEncoding.optional(),
  bodyFileId: bodyFileId.optional(),
  templated: templated.optional(),
  delayDistribution: delayDistribution.optional(),
  bytesPerSecond: bytesPerSecond.optional(),
  fault: fault.optional(),
};
export type Behaviour = z.output<z.ZodObject<typeof behaviour>>;
