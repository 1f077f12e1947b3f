import { z } from "zod";
import { Fault } from "@/lib/mocks/answers/contract";
import { Endpoint } from "@/lib/mocks/contract";
import { When } from "@/lib/mocks/responses/contract";
import { Success, Timestamp } from "@/lib/operations/fields";
import { listQuery, wholeNumber } from "@/lib/operations/list-fields";
import { operation } from "@/lib/operations/operation";

/** What answered a call. A `failure` is a call that a mock could not answer, or that was refused. */
export const callOutcomes = ["mock", "collection", "proxy", "chaos", "miss", "failure"] as const;
/** A `call` came to the project's host; a mock sent a `callback` after one. */
export const callKinds = ["call", "callback"] as const;

/** A call as lists and streams show it: all but headers and bodies. */
export const MockCall = z
  .object({
    id: z.guid(),
    projectId: z.guid(),
    sequence: z.int().meta({ description: "1, 2, 3, … in the order in which calls were stored" }),
    kind: z.enum(callKinds),
    outcome: z.enum(callOutcomes).nullable().meta({ description: "what answered; null for a callback" }),
    callId: z.guid().nullable().meta({ description: "of a callback: the call that caused it" }),
    method: z.string(),
    target: z.string().meta({
      description: "path and query below /api/mock as sent; of a callback its URL without the query",
    }),
    ip: z.string(),
    requestSize: z.int().nullable().meta({ description: "bytes of the body; null where that is not known" }),
    mockId: z.guid().nullable(),
    mockName: z.string().nullable().meta({ description: "what the mock was called then" }),
    responseName: z.string().nullable().meta({ description: "which of the mock's responses was given" }),
    reason: z
      .string()
      .nullable()
      .meta({ description: "why nothing matched, the failure, or a problem of the response" }),
    statusCode: z.int().nullable().meta({ description: "null where there was no answer" }),
    fault: Fault.nullable(),
    responseSize: z.int().nullable(),
    durationMs: z.int().meta({ description: "until the answer began to leave, its delay included" }),
    attempts: z.int().meta({ description: "how often a callback was tried" }),
    receivedAt: Timestamp,
  })
  .meta({ id: "MockCall" });
export type MockCall = z.output<typeof MockCall>;

const headers = z.array(z.tuple([z.string(), z.string()])).meta({ description: "as sent, in order" });
const encoding = z.enum(["utf8", "base64"]);
const truncated = z
  .boolean()
  .optional()
  .meta({ description: "true when the beginning of the body is all that is kept" });

/** All of a call. */
export const WholeMockCall = MockCall.extend({
  requestHeaders: headers,
  requestBody: z.string(),
  requestBodyEncoding: encoding,
  requestBodyTruncated: truncated,
  responseHeaders: headers,
  responseBody: z.string(),
  responseBodyEncoding: encoding,
  responseBodyTruncated: truncated,
}).meta({ id: "WholeMockCall" });
export type WholeMockCall = z.output<typeof WholeMockCall>;

/** What the stream of the calls of a project's mocks is called where that of an inbox has the inbox's id. */
export const callStreamOf = (projectId: string) => `calls-${projectId}`;

/** The project that such a name has; undefined for the id of an inbox. */
export const projectOfStream = (stream: string): string | undefined => /^calls-(.*)$/s.exec(stream)?.[1];

const tag = "Mock calls";
const calls = "/api/projects/:projectId/mock-calls";

export const listMockCalls = operation({
  id: "listMockCalls",
  method: "GET",
  path: calls,
  tag,
  summary: "List the last calls of a project's mocks, newest first",
  access: "project",
  query: z.object({
    ...listQuery(MockCall, {
      sorts: ["sequence"],
      sortedBy: "-sequence",
      searched: "method, target, reason and the mock's name",
    }),
    after: wholeNumber(0, 999_999_999_999_999)
      .optional()
      .meta({ description: "only those with a higher sequence" }),
    method: z.string().min(1, { error: "must not be empty" }).max(100).optional(),
    kind: z.enum(callKinds, { error: `must be one of ${callKinds.join(", ")}` }).optional(),
    outcome: z.enum(callOutcomes, { error: `must be one of ${callOutcomes.join(", ")}` }).optional(),
    status: wholeNumber(100, 599).optional().meta({ description: "the status that was answered" }),
    mockId: z.guid({ error: "must be the id of a mock" }).optional(),
    callId: z
      .guid({ error: "must be the id of a call" })
      .optional()
      .meta({ description: "only callbacks of this call" }),
  }),
  output: z.array(MockCall),
  list: true,
});
export const getMockCall = operation({
  id: "getMockCall",
  method: "GET",
  path: `${calls}/:callId` as const,
  tag,
  summary: "Get a call of a mock with headers and bodies",
  access: "project",
  output: WholeMockCall,
});
export const clearMockCalls = operation({
  id: "clearMockCalls",
  method: "DELETE",
  path: calls,
  tag,
  summary: "Delete all logged calls of a project's mocks",
  access: "project",
  // Tests do so before each run, and nothing of a mock changes.
  trail: false,
  output: Success,
});

const Values = z
  .record(z.string().max(200), z.string({ error: "must be a text" }).max(10_000), {
    error: "must be an object of names and values",
  })
  .refine((given) => Object.keys(given).length <= 20, { error: "must have at most 20 names" });
const Count = z.int({ error: "must be a whole number" }).min(0, { error: "must be from 0 to 200" }).max(200, {
  error: "must be from 0 to 200",
});
const Times = z.union([Count, z.strictObject({ atLeast: Count.optional(), atMost: Count.optional() })], {
  error: 'must be a whole number from 0 to 200, or {"atLeast", "atMost"}',
});
export type Times = z.output<typeof Times>;

/** How long a verification may wait, in ms. */
export const waitMsMax = 10_000;
const waitError = `must be a whole number from 0 to ${waitMsMax}`;

/** A call that was found or nearly was what is looked for. */
const ShownCall = MockCall.pick({
  id: true,
  sequence: true,
  method: true,
  target: true,
  outcome: true,
  statusCode: true,
  receivedAt: true,
});

export const verifyMockCalls = operation({
  id: "verifyMockCalls",
  method: "POST",
  path: `${calls}/verify` as const,
  tag,
  summary: "Ask whether calls as described came, and how often",
  access: "project",
  scope: "read",
  safe: true,
  trail: false,
  body: z.object({
    method: z
      .string({ error: "must be a text" })
      .trim()
      .min(1, { error: "must not be empty" })
      .max(100)
      .optional(),
    path: Endpoint.optional().meta({
      description: "an endpoint as mocks have it: `/users/:id`, `~^/users/\\d+$`",
    }),
    query: Values.default({}).meta({ description: "parameters that have exactly these values" }),
    headers: Values.default({}).meta({ description: "headers that have exactly these values" }),
    when: When.default(null).meta({ description: "conditions as responses of mocks have them" }),
    outcome: z.enum(callOutcomes, { error: `must be one of ${callOutcomes.join(", ")}` }).optional(),
    mockId: z.guid({ error: "must be the id of a mock" }).optional(),
    times: Times.default({ atLeast: 1 }).meta({ description: "exactly so often, or between two numbers" }),
    since: z.iso
      .datetime({ offset: true, error: "must be a time such as 2030-01-31T12:00:00Z" })
      .optional()
      .meta({ description: "only calls from then on" }),
    waitMs: z
      .int({ error: waitError })
      .min(0, { error: waitError })
      .max(waitMsMax, { error: waitError })
      .default(0)
      .meta({ description: "how long to wait for what has not come yet" }),
  }),
  output: z
    .object({
      verified: z.boolean(),
      count: z.int().meta({ description: "how many calls are as described" }),
      calls: z.array(ShownCall).meta({ description: "the newest of these, 20 at most" }),
      closest: z
        .array(ShownCall.extend({ why: z.string() }))
        .meta({ description: "others that nearly are, and why they are not; 5 at most" }),
      truncated: z
        .boolean()
        .meta({ description: "whether there may have been more calls than the log remembers" }),
    })
    .meta({ id: "Verification" }),
});
