import { sql } from "drizzle-orm";
import { hasDeletions } from "@/db/has-deletions";
import {
  deliveryTries,
  forwardedCaptures,
  forwardingRules,
  webhookDeliveries,
} from "@/db/schema/webhook-forwarding";
import { DeliveryQueue, type QueueTables } from "@/lib/platform/deliveries/delivery-queue";

/** What sending a captured request takes besides its rule's URL. */
export type ForwardingPayload = {
  ruleId: string;
  headers: { name: string; valueTail: string | null }[];
  headerValues: string | null;
  keepPath: boolean;
  retries: boolean;
  /** Of the project's host. */
  label: string;
  /** Null if no copy is kept, as all columns of the copy are then. */
  method: string | null;
  path: string;
  rawUrl: string;
  rawHeaders: [string, string][];
  body: Buffer;
};

export const forwardingTables: QueueTables = {
  targets: forwardingRules,
  deliveries: webhookDeliveries,
  attempts: deliveryTries,
  targetId: webhookDeliveries.ruleId,
  order: webhookDeliveries.sequence,
  payload: {
    columns: sql`target.id as "ruleId", target.headers, target.header_values as "headerValues",
      target.keep_path as "keepPath", target.retries, team.reference_id || '-' || project.slug as label,
      copy.method, copy.path, copy.raw_url as "rawUrl", copy.raw_headers as "rawHeaders", copy.body`,
    joins: sql`join projects project on project.id = due.project_id join teams team on team.id = project.team_id
      left join ${forwardedCaptures} copy on copy.id = due.request_id`,
  },
  // The copy of a delivered request goes, if no other delivery needs it.
  settle: sql`delete from ${forwardedCaptures} where id in (
    select copy.id from ${forwardedCaptures} copy join recorded on recorded.request_id = copy.id
     where recorded.state = 'delivered' and not ${hasDeletions(sql`copy.project_id`)} and not exists (
       select from ${webhookDeliveries} other where other.request_id = copy.id and other.id <> recorded.id
          and other.state in ('pending', 'failed'))
       for update of copy skip locked)`,
};

export const forwardingQueue = new DeliveryQueue<ForwardingPayload>(forwardingTables);
