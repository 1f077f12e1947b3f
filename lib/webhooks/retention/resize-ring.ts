import { eq, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { capturedRequests, webhooks } from "@/db/schema/webhooks";

/** Where slots wait while they move, beyond those of refused captures. */
const away = -1_000_000;

/**
 * Gives the ring of an inbox another size, in a transaction. The newest captures that fit stay, each in the slot that its
 * number has in the new ring. Whoever captures meanwhile waits for the lock of the inbox's row. The caller
 * writes the new size into it in the same transaction.
 */
export async function resizeRing(db: Db, webhookId: string, size: number): Promise<void> {
  const [inbox] = await db
    .select({
      was: webhooks.retainedCount,
      taken: sql<number>`${webhooks.lastSequence} - ${webhooks.refusedCount}`.mapWith(Number),
    })
    .from(webhooks)
    .where(eq(webhooks.id, webhookId))
    .for("no key update");
  if (!inbox || inbox.was === size) return;
  const { was, taken } = inbox;
  /** How many were taken after the one in this slot of the ring as it was. */
  const later = (slot: unknown) =>
    sql`mod(mod(${taken}::bigint - ${slot}, ${was}::bigint) + ${was}::bigint, ${was}::bigint)`;
  const { slot } = capturedRequests;
  const here = eq(capturedRequests.webhookId, webhookId);
  await db.delete(capturedRequests).where(sql`${here} and ${slot} >= 0 and ${later(slot)} >= ${size}`);
  // In two steps, because a slot may be another one's until that has moved, too.
  await db
    .update(capturedRequests)
    .set({ slot: sql`${away}::int - ${slot}` })
    .where(sql`${here} and ${slot} >= 0`);
  await db
    .update(capturedRequests)
    .set({ slot: sql`mod(${taken}::bigint - ${later(sql`(${away}::int - ${slot})`)}, ${size}::bigint)` })
    .where(sql`${here} and ${slot} <= ${away}::int`);
}
