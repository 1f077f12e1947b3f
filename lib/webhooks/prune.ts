import { lt } from "drizzle-orm";
import type { Db } from "@/db/client";
import { capturedRequests, streamTickets } from "@/db/schema/webhooks";
import { captureAgeMs } from "./captures";

/** Removes captures that are too old to be shown, and tickets that nobody used. */
export async function pruneWebhooks(db: Db, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - captureAgeMs);
  await db.delete(capturedRequests).where(lt(capturedRequests.receivedAt, oldest));
  await db.delete(streamTickets).where(lt(streamTickets.expiresAt, now));
}
