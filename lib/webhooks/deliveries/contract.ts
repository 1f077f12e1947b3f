import { z } from "zod";
import { Timestamp } from "@/lib/operations/fields";
import { listQuery } from "@/lib/operations/list-fields";
import { operation } from "@/lib/operations/operation";

export const deliveryStates = ["pending", "delivered", "failed", "cancelled", "skipped"] as const;
const DeliveryState = z.enum(deliveryStates);
export type DeliveryState = z.output<typeof DeliveryState>;

const tag = "Webhook forwarding";
const inbox = "/api/projects/:projectId/webhooks/:webhookId";

export const WebhookDelivery = z
  .object({
    id: z
      .guid()
      .meta({ description: "what the receiver gets as X-Fieldkit-Delivery, the same in every try" }),
    ruleId: z.guid(),
    ruleName: z.string(),
    requestId: z.string().meta({ description: "the capture, which may be kept no longer" }),
    sequence: z.int(),
    method: z.string(),
    path: z.string().meta({ description: "the captured sub-path, at most its first 500 characters" }),
    state: DeliveryState,
    captures: z.int().meta({ description: "how many captures a skipped one stands for; otherwise 1" }),
    tries: z.int(),
    nextTryAt: Timestamp.nullable().meta({ description: "of one that is pending" }),
    endedAt: Timestamp.nullable(),
    statusCode: z.int().nullable().meta({ description: "of the last try; null if there was no answer" }),
    error: z.string().nullable(),
    createdAt: Timestamp,
  })
  .meta({ id: "WebhookDelivery" });
export type WebhookDelivery = z.output<typeof WebhookDelivery>;

const DeliveryTry = z
  .object({
    number: z.int().meta({ description: "what the receiver gets as X-Fieldkit-Try" }),
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
  .meta({ id: "DeliveryTry" });

const DeliveryWithTries = WebhookDelivery.extend({
  log: z.array(DeliveryTry).meta({ description: "the last 10 tries, oldest first" }),
}).meta({ id: "WebhookDeliveryWithTries" });

export const listDeliveries = operation({
  id: "listDeliveries",
  method: "GET",
  path: `${inbox}/deliveries` as const,
  tag,
  summary: "List what an inbox forwarded, newest first",
  access: "project",
  query: z.object({
    ...listQuery(WebhookDelivery, {
      sorts: ["createdAt"],
      searched: "method, path and error",
    }),
    ruleId: z.guid({ error: "must be a UUID" }).optional().meta({ description: "only those of this rule" }),
    requestId: z
      .guid({ error: "must be a UUID" })
      .optional()
      .meta({ description: "only those of this capture" }),
    state: z
      .enum(deliveryStates, { error: `must be one of ${deliveryStates.join(", ")}` })
      .optional()
      .meta({ description: "only those in this state" }),
  }),
  output: z.array(WebhookDelivery),
  list: true,
});
export const getDelivery = operation({
  id: "getDelivery",
  method: "GET",
  path: `${inbox}/deliveries/:deliveryId` as const,
  tag,
  summary: "Get a delivery with its tries",
  access: "project",
  output: DeliveryWithTries,
});
export const resendDelivery = operation({
  id: "resendDelivery",
  method: "POST",
  path: `${inbox}/deliveries/:deliveryId/resend` as const,
  tag,
  summary: "Send a delivery again",
  access: "project",
  output: WebhookDelivery,
  errors: ["conflict"],
});
