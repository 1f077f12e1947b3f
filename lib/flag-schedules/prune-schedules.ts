import { and, inArray, lt, notExists, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { flagSchedules, scheduledChanges } from "@/db/schema/flag-schedules";

/** How long a schedule is shown of which nothing is left to do. */
const keptMs = 400 * 24 * 60 * 60 * 1000;
const together = 1000;

/** Removes schedules that were planned so long ago, and are over. */
export async function pruneSchedules(db: Db, now: Date): Promise<void> {
  const old = new Date(now.getTime() - keptMs);
  const pending = db
    .select({ one: sql`1` })
    .from(scheduledChanges)
    .where(
      sql`${scheduledChanges.scheduleId} = ${flagSchedules.id} and ${scheduledChanges.state} = 'pending'`,
    );
  const over = db
    .select({ id: flagSchedules.id })
    .from(flagSchedules)
    .where(and(lt(flagSchedules.createdAt, old), notExists(pending)))
    .limit(together);
  await db.delete(flagSchedules).where(inArray(flagSchedules.id, over));
}
