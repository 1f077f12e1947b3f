import { sql } from "drizzle-orm";
import {
  releaseEvents,
  releaseWebhookDeliveries,
  releaseWebhooks,
  releaseWebhookTries,
} from "@/db/schema/release-webhooks";
import { DeliveryQueue, type QueueTables } from "@/lib/platform/deliveries/delivery-queue";

/** What sending an event takes besides its webhook's URL. */
export type EventPayload = {
  /** The webhook's, which its secrets are sealed for. */
  id: string;
  eventId: string;
  secret: string;
  /** Null unless it still signs. */
  previousSecret: string | null;
  /** Null if the event is no longer stored. */
  body: string | null;
};

export const eventTables: QueueTables = {
  targets: releaseWebhooks,
  deliveries: releaseWebhookDeliveries,
  attempts: releaseWebhookTries,
  targetId: releaseWebhookDeliveries.webhookId,
  order: releaseWebhookDeliveries.id,
  payload: {
    columns: sql`target.id, due.event_id as "eventId", target.secret, event.body,
      case when target.previous_secret_until > now() then target.previous_secret end as "previousSecret"`,
    joins: sql`left join ${releaseEvents} event on event.id = due.event_id`,
  },
};

export const eventQueue = new DeliveryQueue<EventPayload>(eventTables);
