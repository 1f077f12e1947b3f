import { sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { hasDeletions } from "@/db/has-deletions";
import { rawRows } from "@/db/raw-rows";
import { forwardedCaptures, webhookDeliveries } from "@/db/schema/webhook-forwarding";
import { deliveredWithinMs } from "@/lib/platform/deliveries/outcome";
import { quotaOf } from "@/lib/platform/quotas/quota-of";

/** How many deliveries that are over are kept: of an inbox, and of a project; and for how long. */
const keptOfInbox = 1000;
const keptOfProject = 10_000;
const keptMs = 7 * 24 * 60 * 60 * 1000;
/** Rows that one pass removes. */
const together = 5000;
/** The share of the quota that copies of failed deliveries may keep, so that others find room. */
const shareOfFailed = 0.25;

/** Fails deliveries after their deadline, such as those of paused rules, and removes old deliveries and copies. */
export async function pruneDeliveries(db: Db, now: Date): Promise<void> {
  const at = sql`${now.toISOString()}::timestamptz`;
  await db.execute(
    sql`update ${webhookDeliveries} set state = 'failed', ended_at = ${at},
          error = coalesce(error, 'It could not be sent within 24 hours.')
         where state = 'pending' and deadline_at <= ${at}`,
  );
  const old = sql`${new Date(now.getTime() - keptMs).toISOString()}::timestamptz`;
  await db.execute(
    sql`delete from ${webhookDeliveries} where id in (
        select id from (
          select id, created_at, row_number() over (partition by webhook_id order by created_at desc, id desc) as of_inbox,
            row_number() over (partition by project_id order by created_at desc, id desc) as of_project
            from ${webhookDeliveries} where state <> 'pending') over
         where created_at < ${old} or of_inbox > ${keptOfInbox} or of_project > ${keptOfProject} limit ${together})`,
  );
  await pruneCopies(db, now);
}

/**
 * Copies stay for pending deliveries and for those that may be restored, and for a day for failed ones, the newest first. A
 * resend holds its copy until it is committed. Pruning skips held copies, and sees committed resends once it has locked
 * the others.
 */
async function pruneCopies(db: Db, now: Date): Promise<void> {
  const failedBytesMax = Math.floor(quotaOf("forwardedBytes") * shareOfFailed);
  const old = sql`${new Date(now.getTime() - deliveredWithinMs).toISOString()}::timestamptz`;
  const needless = sql`select id from (
      select copy.id, copy.received_at, has_failed,
        sum(copy.bytes) over (partition by copy.project_id order by copy.received_at desc, copy.id desc) as taken
        from ${forwardedCaptures} copy, lateral (
          select coalesce(bool_or(state = 'pending'), false) as waits, coalesce(bool_or(state = 'failed'), false) as has_failed
            from ${webhookDeliveries} delivery where delivery.request_id = copy.id) used
       where not waits and not ${hasDeletions(sql`copy.project_id`)}) over
     where not has_failed or received_at < ${old} or taken > ${failedBytesMax} limit ${together}`;
  await db.transaction(async (tx) => {
    const locked = await rawRows<{ id: string }>(
      tx,
      sql`select id from ${forwardedCaptures} where id in (${needless}) for update skip locked`,
    );
    const ids = JSON.stringify(locked.map(({ id }) => id));
    await tx.execute(
      sql`delete from ${forwardedCaptures} copy using json_array_elements_text(${ids}::json) as locked(id)
           where copy.id = locked.id::uuid and not exists (
             select from ${webhookDeliveries} delivery where delivery.request_id = copy.id and state = 'pending')`,
    );
  });
}
