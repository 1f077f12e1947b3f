import { eq } from "drizzle-orm";
import type { Db } from "@/db/client";
import { sessions } from "@/db/schema/auth";
import { announceAccessChange } from "@/lib/platform/bus/access-changes";
import { clearEverywhere } from "@/lib/platform/cache/shared-cache";

/**
 * Ends all sessions of somebody, in every process and with their streams. Rare enough that all remembered sessions are
 * forgotten, which are known by their cookies and not by people.
 */
export async function endSessions(db: Db, userId: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.userId, userId));
  await clearEverywhere("sessions");
  await announceAccessChange();
}
