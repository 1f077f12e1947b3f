import { z } from "zod";
import { anyKeys, Description, Expiry, Name, Success, Timestamp } from "@/lib/operations/fields";
import { listQuery, pagedQuery, Truth, wholeNumber } from "@/lib/operations/list-fields";
import { operation } from "@/lib/operations/operation";
import { GivenInboxResponse, InboxResponse } from "./answers/contract";
import { GivenHandshakes, Handshakes, MetaVerifyToken, usualHandshakes } from "./handshakes/contract";
import { GivenRetention, Retention } from "./retention/contract";
import { CaptureSignature, GivenSignature, Signature } from "./signatures/contract";

export const Webhook = z
  .object({
    id: z.guid(),
    referenceId: z.string().meta({ description: "16 characters, part of the public URL" }),
    projectId: z.guid(),
    name: z.string(),
    description: z.string().nullable(),
    expiresAt: Timestamp.nullable(),
    response: InboxResponse.nullable(),
    handshakes: Handshakes,
    metaVerifyToken: MetaVerifyToken,
    signature: Signature.nullable(),
    retention: Retention,
    url: z.string().meta({ description: "where senders post to" }),
    pathUrl: z.string().meta({
      description:
        "the same inbox by path on the app's host, for programs that can't resolve the project's host",
    }),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: "Webhook" });

/** What is known of a capture's pin, in every capture. */
const pinFields = {
  pinned: z.boolean().meta({ description: "whether it is kept however many newer ones come" }),
  pinnedAt: Timestamp.nullable().meta({ description: "a pin holds for 30 days" }),
  note: z
    .object({
      text: z.string(),
      author: z.string().meta({ description: "who wrote it, as they were called then" }),
      updatedAt: Timestamp,
    })
    .nullable(),
};
export const CapturePin = z.object(pinFields).meta({ id: "CapturePin" });
export type CapturePin = z.output<typeof CapturePin>;

export const CapturedRequest = z
  .object({
    id: z.string(),
    webhookId: z.guid(),
    sequence: z.int().meta({ description: "1, 2, 3, … in commit order, per inbox" }),
    method: z.string(),
    path: z.string().meta({ description: "what follows the reference id, with its slash, or empty" }),
    rawUrl: z.string().meta({ description: "path and query as sent" }),
    headers: anyKeys(z.string(), "lower-case names, repeated ones joined"),
    rawHeaders: z.array(z.tuple([z.string(), z.string()])).meta({ description: "as received, in order" }),
    query: anyKeys(z.union([z.string(), z.array(z.string())]), "an array where a name is repeated"),
    body: z.string(),
    bodyEncoding: z.enum(["utf8", "base64"]),
    bodyTruncated: z.boolean().optional().meta({ description: "true when bodyBytesMax cut the body short" }),
    size: z.int().meta({ description: "bytes of the body" }),
    ip: z.string(),
    receivedAt: Timestamp,
    signature: CaptureSignature.nullable().meta({ description: "null where the inbox checks none" }),
    ...pinFields,
  })
  .meta({ id: "CapturedRequest" });
export type CapturedRequest = z.output<typeof CapturedRequest>;

/** `?after=` of lists and streams. */
export const SequenceQuery = wholeNumber(0, 999_999_999_999_999);

const tag = "Webhooks";
const inbox = "/api/projects/:projectId/webhooks/:webhookId";

export const listWebhooks = operation({
  id: "listWebhooks",
  method: "GET",
  path: "/api/projects/:projectId/webhooks",
  tag,
  summary: "List the webhook inboxes of a project",
  access: "project",
  query: z.object(
    listQuery(Webhook, {
      sorts: ["createdAt", "updatedAt", "name"],
      searched: "name, description and reference id",
    }),
  ),
  output: z.array(Webhook),
  list: true,
});
export const createWebhook = operation({
  id: "createWebhook",
  method: "POST",
  path: "/api/projects/:projectId/webhooks",
  tag,
  summary: "Create a webhook inbox",
  access: "project",
  body: z.object({
    name: Name,
    description: Description.optional(),
    expiresAt: Expiry.optional(),
    response: GivenInboxResponse.optional(),
    handshakes: GivenHandshakes.default([...usualHandshakes]),
    metaVerifyToken: MetaVerifyToken.default(null),
    signature: GivenSignature.optional(),
    retention: GivenRetention.default({}),
  }),
  status: 201,
  output: Webhook,
});
export const getWebhook = operation({
  id: "getWebhook",
  method: "GET",
  path: `${inbox}` as const,
  tag,
  summary: "Get a webhook inbox",
  access: "project",
  output: Webhook,
  versioned: true,
});
export const updateWebhook = operation({
  id: "updateWebhook",
  method: "PUT",
  path: `${inbox}` as const,
  tag,
  summary: "Change a webhook inbox",
  access: "project",
  body: z.object({
    name: Name.optional(),
    description: Description.optional(),
    expiresAt: Expiry.optional(),
    response: GivenInboxResponse.optional(),
    handshakes: GivenHandshakes.optional(),
    metaVerifyToken: MetaVerifyToken.optional(),
    signature: GivenSignature.optional(),
    retention: GivenRetention.optional(),
  }),
  output: Webhook,
  versioned: true,
});
export const deleteWebhook = operation({
  id: "deleteWebhook",
  method: "DELETE",
  path: `${inbox}` as const,
  tag,
  summary: "Delete a webhook inbox with its captured requests",
  access: "project",
  output: Success,
});

export const listRequests = operation({
  id: "listRequests",
  method: "GET",
  path: `${inbox}/requests` as const,
  tag,
  summary: "List captured requests, newest first",
  access: "project",
  query: z.object({
    ...pagedQuery,
    after: SequenceQuery.optional().meta({ description: "only those with a higher sequence" }),
    method: z.string().min(1, { error: "must not be empty" }).max(100).optional(),
    pinned: Truth.optional().meta({ description: "only those that are pinned, or that are not" }),
    bodyBytesMax: wholeNumber(0, 999_999_999)
      .optional()
      .meta({ description: "leaves out what bodies hold beyond this many bytes" }),
    q: z.string().max(500).optional().meta({ description: "searches path, query, headers and body" }),
  }),
  output: z.array(CapturedRequest),
  list: true,
});
export const clearRequests = operation({
  id: "clearRequests",
  method: "DELETE",
  path: `${inbox}/requests` as const,
  tag,
  summary: "Delete all captured requests of an inbox but for the pinned ones",
  access: "project",
  output: Success,
});
export const getRequest = operation({
  id: "getRequest",
  method: "GET",
  path: `${inbox}/requests/:requestId` as const,
  tag,
  summary: "Get a captured request",
  access: "project",
  output: CapturedRequest,
});
export const deleteRequest = operation({
  id: "deleteRequest",
  method: "DELETE",
  path: `${inbox}/requests/:requestId` as const,
  tag,
  summary: "Delete a captured request",
  access: "project",
  output: Success,
});
export const getRequestBody = operation({
  id: "getRequestBody",
  method: "GET",
  path: `${inbox}/requests/:requestId/body` as const,
  tag,
  summary: "Get the exact bytes of a captured request's body",
  access: "project",
  output: z.unknown(),
  produces: ["application/octet-stream"],
  headers: ["Content-Disposition"],
});

export const Replay = z
  .object({
    statusCode: z.int(),
    headers: z.record(z.string(), z.string()),
    body: z.string(),
    durationMs: z.int(),
  })
  .meta({ id: "Replay" });

export const replayRequest = operation({
  id: "replayRequest",
  method: "POST",
  path: `${inbox}/requests/:requestId/replay` as const,
  tag,
  summary: "Send a captured request to another URL and get its answer",
  access: "project",
  body: z.object({
    url: z.string({ error: "must be a URL" }).max(2000, { error: "must have at most 2000 characters" }),
    keepPath: z
      .boolean({ error: "must be true or false" })
      .default(true)
      .meta({ description: "adds the captured sub-path and query to the URL" }),
  }),
  output: Replay,
  errors: ["bad_gateway"],
  callsOut: true,
});

const StreamTicket = z.object({ ticket: z.string(), expiresAt: Timestamp }).meta({ id: "StreamTicket" });

export const createStreamTicket = operation({
  id: "createStreamTicket",
  trail: false,
  scope: "read",
  method: "POST",
  path: `${inbox}/stream-tickets` as const,
  tag,
  summary: "Create a single-use ticket, valid 30 seconds, that opens the inbox's stream",
  access: "project",
  status: 201,
  output: StreamTicket,
  secret: true,
});
export const createCallsTicket = operation({
  id: "createCallsTicket",
  trail: false,
  scope: "read",
  method: "POST",
  path: "/api/projects/:projectId/mock-calls/stream-tickets",
  tag: "Mock calls",
  summary:
    "Create a single-use ticket, valid 30 seconds, that opens the stream of the calls of a project's mocks",
  access: "project",
  status: 201,
  output: StreamTicket,
  secret: true,
});
