import { and, asc, eq, gte, isNull, sql } from "drizzle-orm";
import { accounts, passkeys, sessions, type users } from "@/db/schema/auth";
import { apiKeys } from "@/db/schema/keys";
import { projects } from "@/db/schema/projects";
import { invitations, teamMembers, teams } from "@/db/schema/teams";
import { countRate } from "@/lib/auth/limits";
import { jsonAnswer } from "@/lib/operations/answer";
import type { Ctx } from "@/lib/operations/context";
import { implement } from "@/lib/operations/implement";
import { withIsoTimes } from "@/lib/operations/present";
import { exportAccount } from "./contract";
import { readAccount } from "./get-account";

type Account = typeof users.$inferSelect;

/** More rows of one kind than a person ever has; whoever has more gets the first ones. */
const rowsMax = 10_000;

export const handleExportAccount = implement(exportAccount, async (ctx, input) => {
  const account = await readAccount(ctx);
  await input.fields();
  await countRate(ctx, "exportsPerHour", account.id);
  const parts = {
    exportedAt: ctx.now().toISOString(),
    account: withIsoTimes(account),
    ...(await signInsOf(ctx, account.id)),
    teams: await teamsOf(ctx, account.id),
    keys: await keysOf(ctx, account.id),
    ...(await invitationsOf(ctx, account)),
  };
  return jsonAnswer(exportAccount.output.parse(parts), {
    headers: { "content-disposition": 'attachment; filename="fieldkit-account.json"' },
  });
});

async function signInsOf({ db }: Ctx, userId: string) {
  const ways = await db
    .select({ provider: accounts.providerId, connectedAt: accounts.createdAt })
    .from(accounts)
    .where(eq(accounts.userId, userId));
  const keys = await db
    .select({ name: passkeys.name, createdAt: passkeys.createdAt })
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .limit(rowsMax);
  const { ipAddress: address, userAgent, createdAt, updatedAt: lastSeenAt, expiresAt } = sessions;
  const held = await db
    .select({ address, userAgent, createdAt, lastSeenAt, expiresAt })
    .from(sessions)
    .where(eq(sessions.userId, userId))
    .orderBy(asc(createdAt))
    .limit(rowsMax);
  const named = ways.map((way) => ({
    ...withIsoTimes(way),
    provider: way.provider === "credential" ? "password" : way.provider,
  }));
  return { signsInWith: named, passkeys: keys.map(withIsoTimes), sessions: held.map(withIsoTimes) };
}

async function teamsOf({ db }: Ctx, userId: string) {
  const rows = await db
    .select({
      teamId: teams.id,
      name: teams.name,
      slug: teams.slug,
      role: teamMembers.role,
      isPersonal: sql<boolean>`${teams.personalOwnerId} is not null`,
      joinedAt: teamMembers.createdAt,
    })
    .from(teamMembers)
    .innerJoin(teams, eq(teams.id, teamMembers.teamId))
    .where(eq(teamMembers.userId, userId))
    .orderBy(asc(teamMembers.createdAt))
    .limit(rowsMax);
  return rows.map(withIsoTimes);
}

async function keysOf({ db }: Ctx, userId: string) {
  const { name, prefix, createdAt, revokedAt } = apiKeys;
  const rows = await db
    .select({ name, prefix, project: projects.name, createdAt, revokedAt })
    .from(apiKeys)
    .innerJoin(projects, eq(projects.id, apiKeys.projectId))
    .innerJoin(
      teamMembers,
      and(eq(teamMembers.teamId, projects.teamId), eq(teamMembers.userId, apiKeys.createdBy)),
    )
    .where(eq(apiKeys.createdBy, userId))
    .orderBy(asc(createdAt))
    .limit(rowsMax);
  return rows.map(withIsoTimes);
}

/**
 * Anybody can sign up with somebody else's address. An unverified address therefore sees only invitations that were
 * accepted after the account was created, because nobody else could accept them.
 */
async function invitationsOf({ db }: Ctx, { id, email, emailVerified, createdAt: madeAt }: Account) {
  const { role, createdAt, acceptedAt } = invitations;
  const made = await db
    .select({ team: teams.name, email: invitations.email, role, createdAt })
    .from(invitations)
    .innerJoin(teams, eq(teams.id, invitations.teamId))
    .where(and(eq(invitations.createdBy, id), isNull(acceptedAt)))
    .orderBy(asc(createdAt))
    .limit(rowsMax);
  const received = await db
    .select({ team: teams.name, role, createdAt, acceptedAt })
    .from(invitations)
    .innerJoin(teams, eq(teams.id, invitations.teamId))
    .where(
      and(eq(sql`lower(${invitations.email})`, email), emailVerified ? undefined : gte(acceptedAt, madeAt)),
    )
    .orderBy(asc(createdAt))
    .limit(rowsMax);
  return { invitationsMade: made.map(withIsoTimes), invitationsReceived: received.map(withIsoTimes) };
}
