import { z } from "zod";
import { Fault, RequestHeaders } from "@/lib/mocks/answers/contract";
import { Description, Name } from "@/lib/operations/fields";
import { operation } from "@/lib/operations/operation";
import { createMock } from "../contract";

/** Bytes of a body that a preview shows. */
export const previewBytesMax = 64 * 1024;

const charsMax = 8000;
const callsMax = 1_000_000;
const callError = `must be a whole number from 1 to ${callsMax}`;

/** What a client sends for a path that somebody typed: what a target can't have is percent-encoded. */
export const targetBelow = ({
  path,
  name = path,
  example,
}: {
  path: string;
  name?: string;
  example: string;
}) =>
  z
    .string({ error: "must be a text" })
    .max(charsMax, { error: `must have at most ${charsMax} characters` })
    .transform((typed, context) => {
      const target = targetOf(path, typed);
      if (target !== undefined) return target;
      const message = `must be a path below ${name}, such as ${example}`;
      context.issues.push({ code: "custom", message, input: typed });
      return z.NEVER;
    });

function targetOf(path: string, typed: string): string | undefined {
  const base = `http://localhost${path}`;
  const url = new URL(`${base}/${typed.replace(/^\/+/, "")}`);
  url.hash = "";
  const target = url.href.slice(base.length);
  // What climbs out of it is sent elsewhere.
  return url.href.startsWith(`${base}/`) && target.length <= 2 * charsMax ? target : undefined;
}

const requestMethods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;

/** A request as somebody typed it, but for its path. */
export const typedRequest = {
  method: z.enum(requestMethods, { error: `must be one of ${requestMethods.join(", ")}` }).default("GET"),
  headers: RequestHeaders.default({}),
  body: z.string({ error: "must be a text" }).default(""),
};
const Target = targetBelow({ path: "/api/mock", example: "/users/7?page=2" });

const PreviewRequest = z.object(
  {
    ...typedRequest,
    path: Target.meta({ description: "after `/api/mock`, with its query: `/users/7?page=2`" }),
    call: z
      .int({ error: callError })
      .min(1, { error: callError })
      .max(callsMax, { error: callError })
      .default(1)
      .meta({ description: "which call of the mock it is, for sequences and `counter`" }),
  },
  { error: "must be an object with method, path, headers, body and call" },
);

/** An answer as it would be sent. */
export const previewedAnswer = {
  statusCode: z.int(),
  headers: z
    .array(z.object({ name: z.string(), value: z.string() }))
    .meta({ description: "in the order in which they are sent" }),
  body: z.string().meta({ description: `its first ${previewBytesMax} bytes at most` }),
  encoding: z
    .enum(["text", "base64"])
    .meta({ description: "how `body` is written: base64 for what is no text" }),
  bodyBytes: z.int().meta({ description: "of the whole body" }),
  delayMs: z
    .object({ min: z.int(), max: z.int() })
    .meta({ description: "how long it waits; around a median, what 98 of 100 calls wait" }),
  bytesPerSecond: z.int().nullable(),
  fault: Fault.nullable(),
};
export const PreviewProblems = z
  .array(z.object({ path: z.string(), message: z.string() }))
  .meta({ description: "mistakes that only show while a template is rendered" });

const PreviewAnswer = z.object({
  response: z
    .int()
    .nullable()
    .meta({ description: "which of `responses` is given, from 0; null for the mock's own answer" }),
  ...previewedAnswer,
});

export const previewMock = operation({
  id: "previewMock",
  method: "POST",
  path: "/api/projects/:projectId/mocks/preview",
  tag: "Mocks",
  summary: "Preview what a mock would answer",
  access: "project",
  scope: "read",
  safe: true,
  // Nothing is stored, and a form asks whenever somebody has typed.
  trail: false,
  body: z.object({
    ...createMock.body.shape,
    name: Name.optional(),
    description: Description.optional(),
    request: PreviewRequest,
  }),
  output: z.object({
    answer: PreviewAnswer.nullable().meta({ description: "null where the mock does not match the request" }),
    miss: z.string().nullable().meta({ description: "why it does not" }),
    problems: PreviewProblems,
  }),
});
