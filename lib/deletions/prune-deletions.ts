import { lte } from "drizzle-orm";
import type { Db } from "@/db/client";
import { deleteInBatches } from "@/db/delete-in-batches";
import { deletions } from "@/db/schema/deletions";

/** Removes deletions that can no longer be undone. */
export async function pruneDeletions(db: Db, now: Date): Promise<void> {
  await deleteInBatches(db, deletions, lte(deletions.undoableUntil, now));
}
