import { sql } from "drizzle-orm";
import { v4 as uuidv4 } from "uuid";
import type { Db } from "@/db/client";
import { rawRows } from "@/db/raw-rows";
import { releaseEvents, releaseWebhookDeliveries, releaseWebhooks } from "@/db/schema/release-webhooks";
import type { LaneClaim } from "@/lib/platform/deliveries/lanes";
import type { StoredSecrets } from "./secret";

/** How long a process may be silent before another one takes its webhooks over, in ms. A try and its notes end before. */
export const leaseMs = 30_000;

/** A webhook whose deliveries this process sends, one after the other. Every write requires the token. */
export type Lane = { webhookId: string; projectId: string; isFailing: boolean; token: string };

/** An instant for a statement. */
const at = (time: Date) => sql`${time.toISOString()}::timestamptz`;

/** Webhooks for which something waits: the index is skipped through from one to the next. */
const waiting = sql`recursive waiting as (
    (select webhook_id from ${releaseWebhookDeliveries} where state = 'pending' order by webhook_id limit 1)
    union all
    select (select next.webhook_id from ${releaseWebhookDeliveries} next
             where next.state = 'pending' and next.webhook_id > waiting.webhook_id order by next.webhook_id limit 1)
      from waiting where waiting.webhook_id is not null
  )`;
const firstDue = sql`(select due_at from ${releaseWebhookDeliveries} first
    where first.webhook_id = webhook.id and first.state = 'pending' order by due_at, id limit 1)`;

/** Takes the webhook whose turn it is, if something of one is due. Two processes never have the same one. */
export async function claimLane(
  db: Db,
  { now, fullProjects, takesFailing }: LaneClaim,
): Promise<Lane | undefined> {
  const token = uuidv4();
  const full = sql`select value::uuid from json_array_elements_text(${JSON.stringify(fullProjects)}::json)`;
  const [lane] = await rawRows<Omit<Lane, "token">>(
    db,
    sql`with ${waiting}, next as (
        select webhook.id from waiting
          join ${releaseWebhooks} webhook on webhook.id = waiting.webhook_id
         where webhook.enabled and (webhook.lease_until is null or webhook.lease_until <= ${at(now)})
           and ${firstDue} <= ${at(now)}
           and webhook.project_id not in (${full})
           and (${takesFailing} or webhook.failing_since is null)
         order by webhook.turn_at nulls first limit 1
           for update of webhook skip locked
      )
      update ${releaseWebhooks} webhook
         set lease_token = ${token}::uuid, lease_until = ${at(new Date(now.getTime() + leaseMs))}, turn_at = ${at(now)}
        from next where webhook.id = next.id
      returning webhook.id as "webhookId", webhook.project_id as "projectId",
        webhook.failing_since is not null as "isFailing"`,
  );
  return lane && { ...lane, token };
}

/** When something falls due next; null if nothing waits that is not due already. */
export async function nextDueAt(db: Db, now: Date): Promise<Date | null> {
  const [row] = await rawRows<{ at: Date | string | null }>(
    db,
    sql`with ${waiting} select min(greatest(${firstDue}, webhook.lease_until)) as at
      from waiting join ${releaseWebhooks} webhook on webhook.id = waiting.webhook_id
     where webhook.enabled and (${firstDue} > ${at(now)} or webhook.lease_until > ${at(now)})`,
  );
  return row?.at ? new Date(row.at) : null;
}

/** What is sent next to a webhook, with all that it takes. */
export type Next = StoredSecrets & {
  url: string;
  delivery: { id: string; eventId: string; roundTries: number; deadlineAt: Date };
  /** Null once it is kept no longer. */
  body: string | null;
};

type NextRow = Omit<Next, "delivery" | "previousSecretUntil"> & {
  previousSecretUntil: Date | string | null;
  deliveryId: string | null;
  eventId: string;
  roundTries: number;
  deadlineAt: Date | string;
};

/**
 * What is due next for a webhook, first tries and later ones in the order of their times. Renews the lease for it.
 * @returns undefined if nothing is, or the webhook is another process's by now, was paused or is gone
 */
export async function nextOfLane(db: Db, { webhookId, token }: Lane, now: Date): Promise<Next | undefined> {
  const [row] = await rawRows<NextRow>(
    db,
    sql`with webhook as (
        update ${releaseWebhooks} set lease_until = ${at(new Date(now.getTime() + leaseMs))}
         where id = ${webhookId} and lease_token = ${token}::uuid and enabled
        returning id, url, secret, previous_secret, previous_secret_until
      )
      select webhook.id, webhook.url, webhook.secret, webhook.previous_secret as "previousSecret",
        webhook.previous_secret_until as "previousSecretUntil", due.id as "deliveryId", due.event_id as "eventId",
        due.round_tries as "roundTries", due.deadline_at as "deadlineAt", event.body
        from webhook
        left join lateral (
          select * from ${releaseWebhookDeliveries} each
           where each.webhook_id = webhook.id and each.state = 'pending' and each.due_at <= ${at(now)}
           order by each.due_at, each.id limit 1
        ) due on true
        left join ${releaseEvents} event on event.id = due.event_id`,
  );
  if (!row || row.deliveryId === null) return undefined;
  const { deliveryId: id, eventId, roundTries, deadlineAt, previousSecretUntil, ...rest } = row;
  return {
    ...rest,
    previousSecretUntil: previousSecretUntil === null ? null : new Date(previousSecretUntil),
    delivery: { id, eventId, roundTries, deadlineAt: new Date(deadlineAt) },
  };
}

/** Lets another turn, or another process, have the webhook at once. */
export async function leaveLane(db: Db, { webhookId, token }: Lane): Promise<void> {
  await db.execute(
    sql`update ${releaseWebhooks} set lease_token = null, lease_until = null
         where id = ${webhookId} and lease_token = ${token}::uuid`,
  );
}

/** Frees what was held before this process began. Only for one that is alone on its database: then the holders are dead. */
export async function freeLanesBefore(db: Db, start: Date): Promise<void> {
  await db.execute(
    sql`update ${releaseWebhooks} set lease_token = null, lease_until = null
         where lease_token is not null and lease_until < ${at(new Date(start.getTime() + leaseMs))}`,
  );
}
