import { and, isNotNull, lt, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { deleteInBatches } from "@/db/delete-in-batches";
import {
  capturedRequests,
  pinnedCaptures,
  sharedCaptures,
  streamTickets,
  webhooks,
} from "@/db/schema/webhooks";
import { pinAgeMs } from "./kept-captures";

/** For how long a link that is over still says so, and not that there is none. */
const overMs = 7 * 24 * 60 * 60 * 1000;

/** Removes captures, pins and what links showed when their time is over, and tickets that nobody used. */
export async function pruneWebhooks(db: Db, now: Date): Promise<void> {
  const ago = (ms: number) => new Date(now.getTime() - ms);
  const moment = sql`${now.toISOString()}::timestamptz`;
  // The shortest time of all inboxes leaves the youngest captures out by their index.
  const { receivedAt, webhookId } = capturedRequests;
  const hours = sql`(select ${webhooks.retainedHours} from ${webhooks} where ${webhooks.id} = ${webhookId})`;
  await deleteInBatches(
    db,
    capturedRequests,
    sql`${receivedAt} < ${moment} - make_interval(hours => (select min(retained_hours) from webhooks))
      and ${receivedAt} < ${moment} - make_interval(hours => ${hours})`,
  );
  await deleteInBatches(db, pinnedCaptures, lt(pinnedCaptures.pinnedAt, ago(pinAgeMs)));
  await deleteInBatches(db, sharedCaptures, lt(sharedCaptures.expiresAt, ago(overMs)));
  await db
    .update(sharedCaptures)
    .set({ body: null, rawHeaders: [], ip: null, signature: null })
    .where(and(lt(sharedCaptures.expiresAt, now), isNotNull(sharedCaptures.body)));
  await deleteInBatches(db, streamTickets, lt(streamTickets.expiresAt, now));
}
