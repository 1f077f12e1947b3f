import { and, asc, eq, inArray, ne } from "drizzle-orm";
import type { Db } from "@/db/client";
import { users } from "@/db/schema/auth";
import { projects } from "@/db/schema/projects";
import { teamMembers, teams } from "@/db/schema/teams";
import { type Doer, recordDeeds } from "@/lib/audit/record-change";
import { endAccess } from "@/lib/auth/end-access";
import { forgetMember } from "@/lib/auth/known-projects";
import { AppError } from "@/lib/operations/errors";
import { rememberedOf } from "@/lib/teams/forget-projects";

type Fate = "goes with its projects" | "gets its longest member as admin";
export type TeamFate = {
  id: string;
  slug: string;
  referenceId: string;
  fate: Fate;
  heir: string | undefined;
  heirName?: string;
};

/** What becomes of the teams that have no other admin, once this account is gone. */
export async function fatesOfTeams(db: Db, userId: string): Promise<TeamFate[]> {
  const owned = await db
    .select({ id: teams.id, slug: teams.slug, referenceId: teams.referenceId, owner: teams.personalOwnerId })
    .from(teams)
    .innerJoin(teamMembers, eq(teamMembers.teamId, teams.id))
    .where(and(eq(teamMembers.userId, userId), eq(teamMembers.role, "admin")));
  const fates: TeamFate[] = [];
  for (const { owner, ...team } of owned) {
    const others = await db
      .select({ userId: teamMembers.userId, role: teamMembers.role, name: users.name })
      .from(teamMembers)
      .innerJoin(users, eq(users.id, teamMembers.userId))
      .where(and(eq(teamMembers.teamId, team.id), ne(teamMembers.userId, userId)))
      .orderBy(asc(teamMembers.createdAt));
    const [heir] = others;
    if (owner === userId || !heir) fates.push({ ...team, fate: "goes with its projects", heir: undefined });
    else if (others.every(({ role }) => role !== "admin")) {
      const { userId: id, name } = heir;
      fates.push({ ...team, fate: "gets its longest member as admin", heir: id, heirName: name });
    }
  }
  return fates;
}

/**
 * Deletes the account inside a transaction, with the teams that nobody else is in. The others have it in their trail.
 * @param heirs who gets the teams whose only admin it is: with nobody, it stays
 * @returns makes every process forget it; for `ctx.after`
 * @throws {AppError} `conflict`, which names those teams
 */
export async function removeAccount(
  tx: Db,
  userId: string,
  heirs: "their longest member" | "nobody",
  doer: Doer,
): Promise<() => Promise<void>> {
  // Sessions end before teams are locked, because changes that sessions have under way may need those.
  const forgets = [await endAccess(tx, userId, "account deleted")];
  await holdTeamsOf(tx, userId);
  // Teams that were being made are there now. From here on none can be, because it would refer to the account.
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for("update");
  await holdTeamsOf(tx, userId);
  const fates = await fatesOfTeams(tx, userId);
  if (heirs === "nobody") requireNoHeirs(fates);
  const going: string[] = [];
  for (const { id, heir, heirName = "", referenceId } of fates) {
    if (heir === undefined) {
      going.push(id);
      forgets.push(await forgetTeam(tx, { id, referenceId }));
    } else {
      const isHeir = and(eq(teamMembers.teamId, id), eq(teamMembers.userId, heir));
      await tx.update(teamMembers).set({ role: "admin" }).where(isHeir);
      await recordDeeds({ db: tx }, doer, [promotion(id, heir, heirName)]);
      forgets.push(() => forgetMember(id, heir));
    }
  }
  const memberships = await tx
    .select({ teamId: teamMembers.teamId, role: teamMembers.role, name: users.name })
    .from(teamMembers)
    .innerJoin(users, eq(users.id, teamMembers.userId))
    .where(eq(teamMembers.userId, userId));
  if (going.length > 0) await tx.delete(teams).where(inArray(teams.id, going));
  const left = memberships.filter(({ teamId }) => !going.includes(teamId));
  await recordDeeds({ db: tx }, doer, left.map(departure(userId)));
  await tx.delete(users).where(eq(users.id, userId));
  return async () => {
    for (const forget of forgets) await forget();
    for (const { teamId } of memberships) await forgetMember(teamId, userId);
  };
}

const departure =
  (userId: string) =>
  ({ teamId, role, name }: { teamId: string; role: string; name: string }) => ({
    ...{ teamId, operation: "deleteAccount" },
    subject: { kind: "member" as const, id: userId, name },
    change: { before: { name, role }, after: null },
  });

const promotion = (teamId: string, id: string, name: string) => ({
  ...{ teamId, operation: "updateMember" },
  subject: { kind: "member" as const, id, name },
  change: { before: { role: "member" }, after: { role: "admin" } },
});

/** Roles in these teams stay as they are until the end of the transaction. Always in one order, so that two can wait. */
async function holdTeamsOf(tx: Db, userId: string): Promise<void> {
  const mine = tx
    .select({ teamId: teamMembers.teamId })
    .from(teamMembers)
    .where(eq(teamMembers.userId, userId));
  await tx
    .select({ id: teams.id })
    .from(teams)
    .where(inArray(teams.id, mine))
    .orderBy(asc(teams.id))
    .for("update");
}

function requireNoHeirs(fates: readonly TeamFate[]): void {
  const slugs = fates.filter(({ heir }) => heir !== undefined).map(({ slug }) => slug);
  if (slugs.length === 0) return;
  const named = slugs.slice(0, 10).join(", ");
  const more = slugs.length > 10 ? ` and ${slugs.length - 10} more` : "";
  throw new AppError(
    "conflict",
    `You are the only admin of ${named}${more}. Make somebody else an admin there, or delete the team, then try again.`,
  );
}

async function forgetTeam(tx: Db, team: { id: string; referenceId: string }): Promise<() => Promise<void>> {
  const held = await tx
    .select({ id: projects.id, slug: projects.slug, referenceId: projects.referenceId })
    .from(projects)
    .where(eq(projects.teamId, team.id));
  return rememberedOf(tx, team.referenceId, held);
}
