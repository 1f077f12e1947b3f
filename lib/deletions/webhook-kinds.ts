import { and, eq, type SQL, sql } from "drizzle-orm";
import {
  deliveryTries,
  forwardedCaptures,
  forwardingRules,
  webhookDeliveries,
} from "@/db/schema/webhook-forwarding";
import {
  capturedRequests,
  pinnedCaptures,
  sharedCaptures,
  streamTickets,
  webhooks,
} from "@/db/schema/webhooks";
import { bytesOf, type Kind, type Part, type Place } from "./kind";

/** What a rule forwarded, or is to forward: that goes on when it is back. */
const deliveriesOf = (of: (place: Place) => SQL): Part[] => [
  { table: webhookDeliveries, of },
  {
    table: deliveryTries,
    of: (place) =>
      sql`${deliveryTries.deliveryId} in (select ${webhookDeliveries.id} from ${webhookDeliveries} where ${of(place)})`,
    bytes: sql`coalesce(octet_length(${deliveryTries.answer}), 0)`,
    content: deliveryTries.answer,
  },
];

/** The kinds that belong to inboxes. */
export const webhookKinds: Record<"webhook" | "forwardingRule", Kind> = {
  webhook: {
    label: "Webhook",
    name: webhooks.name,
    parts: [
      {
        table: webhooks,
        of: ({ projectId, itemId }) => and(eq(webhooks.id, itemId), eq(webhooks.projectId, projectId)),
      },
      {
        table: capturedRequests,
        of: ({ itemId }) => eq(capturedRequests.webhookId, itemId),
        bytes: bytesOf(capturedRequests.body),
        content: capturedRequests.body,
      },
      {
        table: pinnedCaptures,
        of: ({ itemId }) => eq(pinnedCaptures.webhookId, itemId),
        bytes: bytesOf(pinnedCaptures.body),
        content: pinnedCaptures.body,
      },
      {
        table: sharedCaptures,
        of: ({ itemId }) => eq(sharedCaptures.webhookId, itemId),
        bytes: sql`coalesce(octet_length(${sharedCaptures.body}), 0)`,
        content: sharedCaptures.body,
      },
      { table: streamTickets, of: ({ itemId }) => eq(streamTickets.webhookId, itemId) },
      { table: forwardingRules, of: ({ itemId }) => eq(forwardingRules.webhookId, itemId) },
      {
        table: forwardedCaptures,
        of: ({ itemId }) => eq(forwardedCaptures.webhookId, itemId),
        bytes: bytesOf(forwardedCaptures.body),
        content: forwardedCaptures.body,
      },
      ...deliveriesOf(({ itemId }) => eq(webhookDeliveries.webhookId, itemId)),
    ],
    obstacles: {},
  },
  forwardingRule: {
    label: "Forwarding rule",
    name: forwardingRules.name,
    parts: [
      {
        table: forwardingRules,
        of: ({ projectId, itemId }) =>
          sql`${forwardingRules.id} = ${itemId} and exists (select from ${webhooks} where ${webhooks.id} = ${forwardingRules.webhookId} and ${webhooks.projectId} = ${projectId})`,
      },
      ...deliveriesOf(({ itemId }) => eq(webhookDeliveries.ruleId, itemId)),
    ],
    obstacles: {
      forwarding_rules_webhook_id_webhooks_id_fk: {
        path: "webhookId",
        message: "The rule's inbox is gone. Put the inbox back first.",
      },
    },
  },
};
