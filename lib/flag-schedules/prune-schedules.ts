import { and, lt, notExists, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { deleteInBatches } from "@/db/delete-in-batches";
import { flagSchedules, scheduledChanges } from "@/db/schema/flag-schedules";

/** How long a schedule is shown of which nothing is left to do. */
const keptMs = 400 * 24 * 60 * 60 * 1000;

/** Removes schedules that were planned so long ago, and are over. */
export async function pruneSchedules(db: Db, now: Date): Promise<void> {
  const old = new Date(now.getTime() - keptMs);
  const pending = db
    .select({ one: sql`1` })
    .from(scheduledChanges)
    .where(
      sql`${scheduledChanges.scheduleId} = ${flagSchedules.id} and ${scheduledChanges.state} = 'pending'`,
    );
  await deleteInBatches(db, flagSchedules, and(lt(flagSchedules.createdAt, old), notExists(pending)));
}
