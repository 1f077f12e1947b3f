import { and, eq, isNull, or, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { invitations } from "@/db/schema/teams";

/**
 * Withdraws the open invitations that would bring somebody back who lost a role: those they made, those to their own
 * address, and those of unknown origin. The team is locked by the caller.
 */
export async function voidInvitations(
  db: Db,
  teamId: string,
  { userId, email }: { userId: string; email: string },
): Promise<void> {
  const theirs = or(
    eq(invitations.createdBy, userId),
    isNull(invitations.createdBy),
    eq(sql`lower(${invitations.email})`, email.toLowerCase()),
  );
  await db
    .delete(invitations)
    .where(and(eq(invitations.teamId, teamId), isNull(invitations.acceptedAt), theirs));
}
