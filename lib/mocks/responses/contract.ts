import { z } from "zod";
import {
  behaviour,
  CheckedHeaders,
  DelayMs,
  givenBehaviour,
  ResponseBody,
  ResponseHeaders,
  StatusCode,
} from "@/lib/mocks/answers/contract";
import { JsonValue, Name } from "@/lib/operations/fields";
import { conditionProblems } from "./condition-problems";

/**
 * What a condition looks at. `path` is a parameter of the endpoint, `json` a place in a JSON body, `form` a field of an
 * urlencoded body, `body` the whole body as text.
 */
export const conditionSources = [
  "method",
  "path",
  "query",
  "header",
  "cookie",
  "json",
  "form",
  "body",
] as const;

export const operators = ["equals", "contains", "matches", "exists", "oneOf"] as const;

/** Conditions are tried by requests of strangers, so what one and what all of a mock may cost is bounded. */
export const responseLimits = {
  responses: 100,
  conditionsOfOne: 20,
  conditions: 400,
  nameChars: 200,
  textChars: 10_000,
  patternChars: 500,
  alternatives: 100,
  /** All conditions of a mock as JSON, in characters. */
  conditionChars: 100_000,
  weight: 1000,
};
const limits = responseLimits;

const text = (max: number) =>
  z.string({ error: "must be a text" }).max(max, { error: `must have at most ${max} characters` });
const truth = z.boolean({ error: "must be true or false" });
const Scalar = z.union([text(limits.textChars), z.number(), z.boolean(), z.null()], {
  error: "must be a text, a number, true, false or null",
});

export const Condition = z
  .strictObject(
    {
      in: z.enum(conditionSources, { error: `must be one of ${conditionSources.join(", ")}` }),
      name: text(limits.nameChars).optional().meta({
        description:
          "Which parameter, header, cookie or field. For `json` a place such as `user.roles[0]` or `items[*].id`; left out, the whole body.",
      }),
      equals: JsonValue.optional(),
      contains: JsonValue.optional(),
      matches: text(limits.patternChars).optional().meta({ description: "a regular expression of RE2" }),
      exists: truth.optional(),
      oneOf: z
        .array(Scalar, { error: "must be a list of values" })
        .min(1, { error: "must have at least one value" })
        .max(limits.alternatives, { error: `must have at most ${limits.alternatives} values` })
        .optional(),
      not: truth.optional().meta({ description: "turns the condition round" }),
      ignoreCase: truth.optional(),
    },
    {
      error: ({ code }) =>
        code === "unrecognized_keys"
          ? `must have only in, name, not, ignoreCase and one of ${operators.join(", ")}`
          : "must be an object",
    },
  )
  .superRefine((condition, context) => {
    for (const { path, message } of conditionProblems(condition)) {
      context.addIssue({ code: "custom", path, message });
    }
  })
  .meta({ id: "MockCondition" });

const conditionList = z
  .array(Condition, { error: "must be a list of conditions" })
  .min(1, { error: "must have at least one condition" })
  .max(limits.conditionsOfOne, { error: `must have at most ${limits.conditionsOfOne} conditions` });

/** When a response is one of those that may be given: all, or any, of its conditions hold. */
export const When = z
  .union([z.strictObject({ all: conditionList }), z.strictObject({ any: conditionList })], {
    error: 'must be {"all": [conditions]} or {"any": [conditions]}',
  })
  .nullable();

/** One of several responses of a mock, as it is answered by the API. */
export const MockResponse = z
  .object({
    name: z.string(),
    when: When,
    statusCode: z.int(),
    headers: ResponseHeaders,
    body: z.string(),
    delayMs: z.int(),
    ...behaviour,
    weight: z.int(),
  })
  .meta({ id: "MockResponse" });

const GivenResponse = z
  .object(
    {
      name: z.union([Name, z.literal("")]).default(""),
      when: When.default(null),
      statusCode: StatusCode.default(200),
      headers: CheckedHeaders.default({}),
      body: ResponseBody.default("{}"),
      delayMs: DelayMs.default(0),
      ...givenBehaviour,
      weight: z
        .int({ error: "must be a whole number" })
        .min(1, { error: `must be from 1 to ${limits.weight}` })
        .max(limits.weight, { error: `must be from 1 to ${limits.weight}` })
        .default(1),
    },
    { error: "must be an object with name, when, statusCode, headers, body, delayMs and weight" },
  )
  .meta({ id: "MockResponseInput" });

const numberProblem = `must have at most ${limits.responses} responses`;

/** Counted before anything else, as headers are. */
export const GivenResponses = z
  .preprocess(
    (given: z.input<typeof GivenResponse>[], context) => {
      if (!Array.isArray(given) || given.length <= limits.responses) return given;
      context.addIssue({ code: "custom", message: numberProblem });
      return z.NEVER;
    },
    z
      .array(GivenResponse, { error: "must be a list of responses" })
      .max(limits.responses, { error: numberProblem }),
  )
  .superRefine((responses, context) => {
    const conditions = responses.flatMap(({ when }) => (when ? ("all" in when ? when.all : when.any) : []));
    if (conditions.length > limits.conditions) {
      context.addIssue({
        code: "custom",
        message: `must have at most ${limits.conditions} conditions in all`,
      });
    } else if (JSON.stringify(conditions).length > limits.conditionChars) {
      const message = `must have conditions of at most ${limits.conditionChars} characters in all`;
      context.addIssue({ code: "custom", message });
    }
  });

/** Which of the responses whose conditions hold is given. */
export const ResponseMode = z.enum(["first", "sequence", "random"], {
  error: "must be one of first, sequence, random",
});
/** What a sequence gives after its last response: all over again, the last one, or the mock's own answer. */
export const SequenceEnd = z.enum(["restart", "last", "own"], {
  error: "must be one of restart, last, own",
});
/** Whether the mock's own answer is given where no response is; otherwise the mock does not match such requests. */
export const Fallback = truth;

export type Condition = z.output<typeof Condition>;
export type When = z.output<typeof When>;
export type MockResponse = z.output<typeof MockResponse>;
type Newer = "bodyEncoding" | "bodyFileId";
/** As it is stored: one that is older than these fields has none of them. */
export type KeptResponse = Omit<MockResponse, Newer> & { [Name in Newer]?: MockResponse[Name] | undefined };
export type ResponseMode = z.output<typeof ResponseMode>;
export type SequenceEnd = z.output<typeof SequenceEnd>;
