import { z } from "zod";
import { Success, Switch, Timestamp } from "@/lib/operations/fields";
import { listQuery } from "@/lib/operations/list-fields";
import { operation } from "@/lib/operations/operation";

/** What a webhook can be told of. */
export const releaseEvents = ["release.published", "release.updated", "release.unpublished"] as const;
export type ReleaseEvent = (typeof releaseEvents)[number];

export const releaseWebhookLimits = { webhooks: 10, urlChars: 2000, descriptionChars: 200 } as const;
const limits = releaseWebhookLimits;

const text = (max: number) =>
  z.string({ error: "must be a text" }).max(max, { error: `must have at most ${max} characters` });
const Url = text(limits.urlChars)
  .trim()
  .min(1, { error: "must be an address such as https://example.com/hook" });
const Events = z
  .array(z.enum(releaseEvents, { error: `must be one of ${releaseEvents.join(", ")}` }), {
    error: "must be a list of events",
  })
  .min(1, { error: "must have at least one event" })
  .max(20, { error: "must have at most 20 events" })
  .transform((given) => releaseEvents.filter((each) => given.includes(each)));

export const ReleaseWebhook = z
  .object({
    id: z.guid(),
    projectId: z.guid(),
    url: z.string(),
    description: z.string(),
    events: z.array(z.enum(releaseEvents)),
    enabled: z.boolean().meta({ description: "false while it is paused" }),
    secretTail: z.string().meta({ description: "the last characters of the secret" }),
    previousSecretUntil: Timestamp.nullable().meta({
      description: "until when the secret before signs, too; null if there is none",
    }),
    pausedReason: z.string().nullable().meta({ description: "why it was paused by itself" }),
    failingSince: Timestamp.nullable().meta({ description: "since when no try has succeeded" }),
    lastDeliveredAt: Timestamp.nullable(),
    lastFailedAt: Timestamp.nullable(),
    lastError: z.string().nullable(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: "ReleaseWebhook" });
export type ReleaseWebhook = z.output<typeof ReleaseWebhook>;

const WithSecret = ReleaseWebhook.extend({
  secret: z.string().meta({ description: "`whsec_` and 24 bytes as base64; shown this once" }),
}).meta({ id: "ReleaseWebhookWithSecret" });

const tag = "Release webhooks";
const webhooks = "/api/projects/:projectId/release-webhooks";
const webhook = `${webhooks}/:releaseWebhookId` as const;

export const listReleaseWebhooks = operation({
  id: "listReleaseWebhooks",
  method: "GET",
  path: webhooks,
  tag,
  summary: "List who is told of a project's releases",
  access: "project",
  query: z.object(
    listQuery(ReleaseWebhook, {
      sorts: ["createdAt"],
      sortedBy: "createdAt",
      searched: "URL and description",
    }),
  ),
  output: z.array(ReleaseWebhook),
  list: true,
});
export const createReleaseWebhook = operation({
  id: "createReleaseWebhook",
  method: "POST",
  path: webhooks,
  tag,
  summary: "Have another program told of releases",
  access: "project",
  body: z.object({
    url: Url,
    description: text(limits.descriptionChars).trim().default(""),
    events: Events.default([...releaseEvents]),
    enabled: Switch.default(true),
  }),
  status: 201,
  output: WithSecret,
  secret: true,
  errors: ["conflict"],
});
export const getReleaseWebhook = operation({
  id: "getReleaseWebhook",
  method: "GET",
  path: webhook,
  tag,
  summary: "Get a release webhook",
  access: "project",
  output: ReleaseWebhook,
  versioned: true,
});
export const updateReleaseWebhook = operation({
  id: "updateReleaseWebhook",
  method: "PUT",
  path: webhook,
  tag,
  summary: "Change a release webhook",
  access: "project",
  body: z.object({
    url: Url.optional(),
    description: text(limits.descriptionChars).trim().optional(),
    events: Events.optional(),
    enabled: Switch.optional(),
  }),
  output: ReleaseWebhook,
  versioned: true,
});
export const deleteReleaseWebhook = operation({
  id: "deleteReleaseWebhook",
  method: "DELETE",
  path: webhook,
  tag,
  summary: "Delete a release webhook with its deliveries",
  access: "project",
  output: Success,
});
export const rotateReleaseWebhookSecret = operation({
  id: "rotateReleaseWebhookSecret",
  method: "POST",
  path: `${webhook}/rotate-secret` as const,
  tag,
  summary: "Give a release webhook another secret",
  access: "project",
  output: WithSecret,
  secret: true,
});
export const testReleaseWebhook = operation({
  id: "testReleaseWebhook",
  method: "POST",
  path: `${webhook}/test` as const,
  tag,
  summary: "Send an event to a release webhook as a test",
  access: "project",
  output: z
    .object({
      statusCode: z.int().nullable().meta({ description: "null if there was no answer" }),
      error: z.string().nullable().meta({ description: "why it is no success" }),
      durationMs: z.int(),
      answer: z.string().meta({ description: "the first 4 KiB of the answer's body" }),
      answerEncoding: z.enum(["utf8", "base64"]),
      answerTruncated: z.boolean(),
    })
    .meta({ id: "ReleaseWebhookTest" }),
  callsOut: true,
});
