import { and, isNotNull, lt, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
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
  await db.execute(sql`
    delete from ${capturedRequests} captured using ${webhooks}
    where ${webhooks.id} = captured.webhook_id
      and captured.received_at < ${moment} - make_interval(hours => ${webhooks.retainedHours})
      and captured.received_at < ${moment} - make_interval(hours => (select min(retained_hours) from webhooks))`);
  await db.delete(pinnedCaptures).where(lt(pinnedCaptures.pinnedAt, ago(pinAgeMs)));
  await db.delete(sharedCaptures).where(lt(sharedCaptures.expiresAt, ago(overMs)));
  await db
    .update(sharedCaptures)
    .set({ body: null, rawHeaders: [], ip: null, signature: null })
    .where(and(lt(sharedCaptures.expiresAt, now), isNotNull(sharedCaptures.body)));
  await db.delete(streamTickets).where(lt(streamTickets.expiresAt, now));
}
