import { and, eq, exists, isNull, ne, or, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { db } from "@/db/database";
import { accounts, passkeys, signInPlaces, twoFactors, users, verifications } from "@/db/schema/auth";
import { apiKeys } from "@/db/schema/keys";
import { projects } from "@/db/schema/projects";
import { invitations, teamMembers, teams } from "@/db/schema/teams";
import { endSessions } from "./end-sessions";

/**
 * Somebody whose address a provider has verified takes over an account that never proved to be theirs. Every way in
 * that its maker had ends. What they made stays, but outside of the personal team, which is made anew. `docs/decisions`
 * has the reasons.
 */
export async function giveWay(userId: string): Promise<void> {
  await db().transaction(async (tx) => {
    await tx.delete(accounts).where(eq(accounts.userId, userId));
    await tx.delete(passkeys).where(eq(passkeys.userId, userId));
    await tx.delete(twoFactors).where(eq(twoFactors.userId, userId));
    await tx.update(users).set({ twoFactorEnabled: false }).where(eq(users.id, userId));
    // Links and steps of a sign-in that are under way.
    await tx.delete(verifications).where(eq(verifications.value, userId));
    await tx.delete(signInPlaces).where(eq(signInPlaces.userId, userId));
    await tx
      .delete(invitations)
      .where(and(eq(invitations.createdBy, userId), isNull(invitations.acceptedAt)));
    await tx.update(apiKeys).set({ createdBy: null }).where(eq(apiKeys.createdBy, userId));
    await tx
      .update(teams)
      .set({ personalOwnerId: null })
      .where(
        and(eq(teams.personalOwnerId, userId), or(exists(projectsOf(tx)), exists(othersOf(tx, userId)))),
      );
  });
  await endSessions(db(), userId);
}

const one = { one: sql`1` };

const projectsOf = (tx: Db) => tx.select(one).from(projects).where(eq(projects.teamId, teams.id));

const othersOf = (tx: Db, userId: string) =>
  tx
    .select(one)
    .from(teamMembers)
    .where(and(eq(teamMembers.teamId, teams.id), ne(teamMembers.userId, userId)));
