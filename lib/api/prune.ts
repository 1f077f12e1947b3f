import type { Db } from "@/db/client";
import { pruneOutbox } from "@/db/outbox";
import { pruneLimits } from "@/lib/auth/limits";
import { pruneDeletions } from "@/lib/deletions/prune-deletions";
import { pruneWebhooks } from "@/lib/webhooks/prune";
import { pruneIdempotencyKeys } from "./idempotency";

const prunings = [pruneIdempotencyKeys, pruneLimits, pruneWebhooks, pruneOutbox, pruneDeletions];

/** Removes all rows that are too old to be useful. */
export async function prune(db: Db, now: Date): Promise<void> {
  for (const each of prunings) await each(db, now);
}
