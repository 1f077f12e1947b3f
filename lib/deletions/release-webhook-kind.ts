import { and, eq, sql } from "drizzle-orm";
import { releaseWebhookDeliveries, releaseWebhooks, releaseWebhookTries } from "@/db/schema/release-webhooks";
import type { Kind } from "./kind";

/** A release webhook, with what it was told and is to be told: that goes on when it is back. */
export const releaseWebhookKind: Kind = {
  label: "Release webhook",
  name: sql`substring(${releaseWebhooks.url} from '^[^:]+://([^/?#]+)')`,
  parts: [
    {
      table: releaseWebhooks,
      of: ({ projectId, itemId }) =>
        and(eq(releaseWebhooks.id, itemId), eq(releaseWebhooks.projectId, projectId)),
    },
    { table: releaseWebhookDeliveries, of: ({ itemId }) => eq(releaseWebhookDeliveries.webhookId, itemId) },
    {
      table: releaseWebhookTries,
      of: ({ itemId }) =>
        sql`${releaseWebhookTries.deliveryId} in (select ${releaseWebhookDeliveries.id} from ${releaseWebhookDeliveries} where ${eq(releaseWebhookDeliveries.webhookId, itemId)})`,
      bytes: sql`coalesce(octet_length(${releaseWebhookTries.answer}), 0)`,
      content: releaseWebhookTries.answer,
    },
  ],
  obstacles: {},
};
