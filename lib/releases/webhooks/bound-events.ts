import { type SQL, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { hasDeletions } from "@/db/has-deletions";
import { releaseEvents, releaseWebhookDeliveries } from "@/db/schema/release-webhooks";
import { releaseDeliveries as budget } from "@/lib/platform/budgets/budgets";

/** How many deliveries that are over a project keeps, and for how long. */
export const keptOfProject = 1000;
const keptMs = 7 * 24 * 60 * 60 * 1000;
/** Rows that one pass removes. */
const together = 20_000;

const at = (time: Date) => sql`${time.toISOString()}::timestamptz`;

/** Keeps what a project has waiting within its bounds, however many events there are: the oldest give way. */
export async function boundEvents(db: Db, projectId: string, now: Date): Promise<void> {
  await db.execute(
    sql`update ${releaseWebhookDeliveries} set state = 'failed', ended_at = ${at(now)},
          error = 'Newer events took its place: too many waited.'
         where id in (select id from ${releaseWebhookDeliveries} where project_id = ${projectId} and state = 'pending'
           order by created_at desc, id desc offset ${budget.waitingMax})`,
  );
  await dropBodies(db, sql`where project_id = ${projectId}`);
}

/** Beyond these bytes, the oldest events of a project are gone; their deliveries stay in the log. */
async function dropBodies(db: Db, where: SQL): Promise<void> {
  await db.execute(
    sql`delete from ${releaseEvents} where id in (
        select id from (
          select id, sum(bytes) over (partition by project_id order by created_at desc, id desc) as taken
            from ${releaseEvents} ${where}) kept
         where taken > ${budget.keptBytesMax} limit ${together})`,
  );
}

/** Fails deliveries after their deadline, such as those of paused webhooks, and removes old deliveries and events. */
export async function pruneReleaseDeliveries(db: Db, now: Date): Promise<void> {
  await db.execute(
    sql`update ${releaseWebhookDeliveries} set state = 'failed', ended_at = ${at(now)},
          error = coalesce(error, 'It could not be sent within 24 hours.')
         where state = 'pending' and deadline_at <= ${at(now)}`,
  );
  const old = at(new Date(now.getTime() - keptMs));
  await db.execute(
    sql`delete from ${releaseWebhookDeliveries} where id in (
        select id from (
          select id, created_at, row_number() over (partition by project_id order by created_at desc, id desc) as place
            from ${releaseWebhookDeliveries} where state <> 'pending') over
         where created_at < ${old} or place > ${keptOfProject} limit ${together})`,
  );
  await db.execute(
    sql`delete from ${releaseEvents} event where id in (
        select id from ${releaseEvents} each where not ${hasDeletions(sql`each.project_id`)}
           and not exists (select from ${releaseWebhookDeliveries} delivery where delivery.event_id = each.id)
         limit ${together})`,
  );
}
