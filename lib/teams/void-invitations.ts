import { and, eq, isNull, or, sql } from "drizzle-orm";
import { invitations } from "@/db/schema/teams";
import type { Ctx } from "@/lib/operations/context";

/**
 * Revokes the open invitations that would let a person who lost a role back in: those they created, those to their own
 * address, and those of unknown origin. The caller locks the team.
 */
export async function voidInvitations(
  { db, now }: Ctx,
  teamId: string,
  { userId, email }: { userId: string; email: string },
): Promise<void> {
  const theirs = or(
    eq(invitations.createdBy, userId),
    isNull(invitations.createdBy),
    eq(sql`lower(${invitations.email})`, email.toLowerCase()),
  );
  await db
    .update(invitations)
    .set({ revokedAt: now() })
    .where(
      and(
        eq(invitations.teamId, teamId),
        isNull(invitations.acceptedAt),
        isNull(invitations.revokedAt),
        theirs,
      ),
    );
}
