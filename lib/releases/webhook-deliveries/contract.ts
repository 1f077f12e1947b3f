import { z } from "zod";
import { Timestamp } from "@/lib/operations/fields";
import { listQuery } from "@/lib/operations/list-fields";
import { operation } from "@/lib/operations/operation";
import { releaseEvents } from "@/lib/releases/webhooks/contract";

export const releaseDeliveryStates = ["pending", "delivered", "failed"] as const;

export const ReleaseWebhookDelivery = z
  .object({
    id: z.guid(),
    webhookId: z.guid(),
    eventId: z.guid().meta({ description: "what the receiver gets as webhook-id, the same in every try" }),
    type: z.enum(releaseEvents),
    releaseId: z.guid(),
    title: z.string().meta({ description: "of the release, as it was then" }),
    state: z.enum(releaseDeliveryStates),
    tries: z.int(),
    nextTryAt: Timestamp.nullable().meta({ description: "of one that is pending" }),
    endedAt: Timestamp.nullable(),
    statusCode: z.int().nullable().meta({ description: "of the last try; null if there was no answer" }),
    error: z.string().nullable(),
    createdAt: Timestamp,
  })
  .meta({ id: "ReleaseWebhookDelivery" });
export type ReleaseWebhookDelivery = z.output<typeof ReleaseWebhookDelivery>;

const Try = z
  .object({
    number: z.int(),
    at: Timestamp,
    durationMs: z.int(),
    statusCode: z.int().nullable(),
    error: z.string().nullable(),
    answer: z
      .string()
      .nullable()
      .meta({ description: "the first 4 KiB of the answer's body; null for tries before the last 3" }),
    answerEncoding: z.enum(["utf8", "base64"]),
    answerTruncated: z.boolean(),
  })
  .meta({ id: "ReleaseWebhookTry" });

const tag = "Release webhooks";
const deliveries = "/api/projects/:projectId/release-webhooks/:releaseWebhookId/deliveries";
const delivery = `${deliveries}/:releaseDeliveryId` as const;

export const listReleaseWebhookDeliveries = operation({
  id: "listReleaseWebhookDeliveries",
  method: "GET",
  path: deliveries,
  tag,
  summary: "List what a release webhook was told, newest first",
  access: "project",
  query: z.object({
    ...listQuery(ReleaseWebhookDelivery, {
      sorts: ["createdAt"],
      searched: "title of the release, event and error",
    }),
    state: z
      .enum(releaseDeliveryStates, { error: `must be one of ${releaseDeliveryStates.join(", ")}` })
      .optional()
      .meta({ description: "only those in this state" }),
  }),
  output: z.array(ReleaseWebhookDelivery),
  list: true,
});
export const getReleaseWebhookDelivery = operation({
  id: "getReleaseWebhookDelivery",
  method: "GET",
  path: delivery,
  tag,
  summary: "Get a delivery of a release webhook with its tries",
  access: "project",
  output: ReleaseWebhookDelivery.extend({
    body: z.string().nullable().meta({ description: "what is sent; null once it is kept no longer" }),
    log: z.array(Try).meta({ description: "the last 10 tries, oldest first" }),
  }).meta({ id: "ReleaseWebhookDeliveryWithTries" }),
});
export const resendReleaseWebhookDelivery = operation({
  id: "resendReleaseWebhookDelivery",
  method: "POST",
  path: `${delivery}/resend` as const,
  tag,
  summary: "Send an event to a release webhook again",
  access: "project",
  output: ReleaseWebhookDelivery,
  errors: ["conflict"],
});
