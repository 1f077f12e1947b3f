import { and, eq, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { users } from "@/db/schema/auth";
import { teamMembers, teams } from "@/db/schema/teams";
import { AppError, notFound } from "@/lib/operations/errors";
import { isGuid } from "@/lib/operations/ids";
import { withIsoTimes } from "@/lib/operations/present";

/** What the API shows of a member. */
export const memberColumns = {
  userId: teamMembers.userId,
  name: users.name,
  email: users.email,
  role: teamMembers.role,
  createdAt: teamMembers.createdAt,
  lastSeenAt: users.lastSeenAt,
  isOwner: sql<boolean>`exists (select 1 from ${teams} where ${teams.id} = ${teamMembers.teamId} and ${teams.personalOwnerId} = ${users.id})`,
};

/**
 * The member with name and e-mail.
 * @throws {AppError} `not_found`
 */
export async function requireMember(db: Db, teamId: string, userId: string) {
  const [member] = isGuid(userId)
    ? await db
        .select(memberColumns)
        .from(teamMembers)
        .innerJoin(users, eq(users.id, teamMembers.userId))
        .where(and(eq(teamMembers.teamId, teamId), eq(teamMembers.userId, userId)))
    : [];
  if (!member) throw notFound("Member");
  return withIsoTimes(member);
}

/**
 * Checks that an admin remains without this member and that a personal team keeps its owner. The team is locked by the
 * caller.
 * @throws {AppError} `conflict`
 */
export async function requireAdminRemains(db: Db, teamId: string, userId: string): Promise<void> {
  const [team] = await db.select().from(teams).where(eq(teams.id, teamId));
  if (team?.personalOwnerId === userId) {
    throw new AppError("conflict", "The owner of a personal team stays its admin");
  }
  const admins = await db
    .select({ userId: teamMembers.userId })
    .from(teamMembers)
    .where(and(eq(teamMembers.teamId, teamId), eq(teamMembers.role, "admin")));
  if (admins.every((admin) => admin.userId === userId)) {
    throw new AppError("conflict", "A team keeps at least one admin");
  }
}
