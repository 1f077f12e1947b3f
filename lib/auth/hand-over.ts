import { and, eq, exists, isNull, ne, or, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { apiKeys } from "@/db/schema/keys";
import { projects } from "@/db/schema/projects";
import { invitations, teamMembers, teams } from "@/db/schema/teams";

/**
 * Separates an account from the work of the person who signed up with somebody else's address. Their open invitations end.
 * A personal team with projects or other members becomes a shared team, and the owner gets a new one. API keys keep working
 * in its projects, without a creator. `docs/decisions/account-recovery.md` has the reasons.
 */
export async function handOver(tx: Db, userId: string): Promise<void> {
  await tx.delete(invitations).where(and(eq(invitations.createdBy, userId), isNull(invitations.acceptedAt)));
  await tx.update(apiKeys).set({ createdBy: null }).where(eq(apiKeys.createdBy, userId));
  await tx
    .update(teams)
    .set({ personalOwnerId: null })
    .where(and(eq(teams.personalOwnerId, userId), or(exists(projectsOf(tx)), exists(othersOf(tx, userId)))));
}

const one = { one: sql`1` };

const projectsOf = (tx: Db) => tx.select(one).from(projects).where(eq(projects.teamId, teams.id));

const othersOf = (tx: Db, userId: string) =>
  tx
    .select(one)
    .from(teamMembers)
    .where(and(eq(teamMembers.teamId, teams.id), ne(teamMembers.userId, userId)));
