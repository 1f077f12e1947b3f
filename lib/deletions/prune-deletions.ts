import { inArray, lte } from "drizzle-orm";
import type { Db } from "@/db/client";
import { deletions } from "@/db/schema/deletions";

/** Removes deletions that can no longer be undone. */
export async function pruneDeletions(db: Db, now: Date): Promise<void> {
  const over = db
    .select({ id: deletions.id })
    .from(deletions)
    .where(lte(deletions.undoableUntil, now))
    .for("update", { skipLocked: true });
  await db.delete(deletions).where(inArray(deletions.id, over));
}
