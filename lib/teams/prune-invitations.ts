import { lt, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { invitations } from "@/db/schema/teams";

/** How long a team sees whom it invited, and a link says what became of it. */
const keptMs = 90 * 24 * 60 * 60 * 1000;

/** Removes invitations that ended long ago, however they ended. */
export async function pruneInvitations(db: Db, now: Date): Promise<void> {
  const { acceptedAt, revokedAt, expiresAt } = invitations;
  const endedAt = sql`coalesce(${acceptedAt}, ${revokedAt}, ${expiresAt})`;
  await db.delete(invitations).where(lt(endedAt, new Date(now.getTime() - keptMs)));
}
