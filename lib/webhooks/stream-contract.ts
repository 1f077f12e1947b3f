import { z } from "zod";
import { callStreamOf, MockCall } from "@/lib/mocks/calls/contract";
import { Timestamp } from "@/lib/operations/fields";
import { operation } from "@/lib/operations/operation";
import { CapturedRequest, SequenceQuery } from "./contract";

/** The protocol that a WebSocket client offers besides `ticket.<ticket>`, and that the answer names. */
export const streamProtocol = "fieldkit.v1";

/** A capture for the relay, which passes it on with whatever else it contains. */
export const StreamedCapture = z.looseObject({ sequence: z.int() });
export type StreamedCapture = z.output<typeof StreamedCapture>;

/** Messages of the channel after each commit, in commit order. Of large captures the size of the body, in bytes. */
export const CaptureNotice = z.union([
  z.object({ sequence: z.int(), capture: StreamedCapture.optional(), size: z.int().optional() }),
  z.object({ deleted: z.literal(true) }),
]);
export type CaptureNotice = z.output<typeof CaptureNotice>;

/** Header in which the relay sends a grant. */
export const grantHeader = "x-fieldkit-grant";

const stream = "/api/webhook-streams/:webhookId";
const tag = "Streams";

const lastSequence = z.int().meta({ description: "of the newest capture ever made" });
const endOfAccess = Timestamp.nullable().meta({ description: "when the session or key ends" });

export const openStream = operation({
  id: "openStream",
  method: "POST",
  path: stream,
  tag,
  summary: "For the WebSocket relay: may this client listen?",
  access: "public",
  body: z.object({ ticket: z.string().max(200).optional() }),
  output: z
    .object({
      grant: z.string(),
      stream: z.string().optional().meta({ description: "its name, if the caller used another one" }),
      lastSequence,
      expiresAt: endOfAccess,
    })
    .meta({ id: "StreamGrant" }),
  errors: ["unauthorized", "forbidden"],
  secret: true,
});
/** How many streams may be asked about at a time. */
export const streamsAtOnceMax = 100;

export const checkStreams = operation({
  id: "checkStreams",
  method: "POST",
  path: "/api/webhook-streams",
  tag,
  summary: "For the WebSocket relay: do these grants still hold?",
  access: "public",
  body: z.object({
    streams: z
      .array(z.object({ webhookId: z.string().max(100), grant: z.string().max(2000) }))
      .min(1, { error: "must name a stream" })
      .max(streamsAtOnceMax, { error: `must name at most ${streamsAtOnceMax} streams` }),
  }),
  safe: true,
  output: z.object({
    streams: z.array(
      z
        .object({
          status: z.int().meta({ description: "200, or what the stream would be refused with" }),
          state: z.object({ lastSequence, expiresAt: endOfAccess }).nullable(),
        })
        .meta({ id: "StreamState" }),
    ),
  }),
});
export const listStreamRequests = operation({
  id: "listStreamRequests",
  method: "GET",
  path: `${stream}/requests` as const,
  tag,
  summary:
    "For the WebSocket relay: the next captured requests, or calls of mocks, after a sequence, oldest first",
  access: "public",
  query: z.object({ after: SequenceQuery }),
  output: z.array(z.union([CapturedRequest, MockCall])),
  errors: ["unauthorized", "forbidden"],
  requestHeaders: [{ name: grantHeader, description: "what the stream was opened with" }],
});

/**
 * The stream in a URL: the ID of an inbox in lower case, or `calls-<project ID>` for the calls of a project's mocks.
 * `"none"` for a malformed ID.
 */
export function inboxOf(target: string): string | undefined {
  const [, kind, id] = /^\/ws\/(webhook|mock-calls)\/([^/?]+)(?:\?|$)/.exec(target) ?? [];
  if (id === undefined) return undefined;
  if (kind === "mock-calls" && /^[\dA-Za-z]{27}$/.test(id)) return callStreamOf(id);
  if (!/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id)) return "none";
  return kind === "webhook" ? id.toLowerCase() : callStreamOf(id.toLowerCase());
}
