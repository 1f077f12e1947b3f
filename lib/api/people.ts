import { randomBytes } from "node:crypto";
import { and, asc, desc, eq, inArray, ne, or, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { db } from "@/db/database";
import { rateLimits, users } from "@/db/schema/auth";
import { projects } from "@/db/schema/projects";
import { teamMembers, teams } from "@/db/schema/teams";
import { auth } from "@/lib/auth/auth";
import { endSessions } from "@/lib/auth/end-sessions";
import { forgetMember } from "@/lib/auth/known-projects";
import { requireGoodPassword } from "@/lib/auth/password-policy";
import { notFound } from "@/lib/operations/errors";
import { rememberedOf } from "@/lib/teams/forget-projects";
import "./accounts";

/** What the operator does with accounts from the command line: `npm run user`. No request gets here. */

export const newPassword = () => randomBytes(15).toString("base64url");

const listedMax = 1000;

/** The newest accounts first. */
export async function listPeople(): Promise<{ email: string; name: string; createdAt: Date }[]> {
  return db()
    .select({ email: users.email, name: users.name, createdAt: users.createdAt })
    .from(users)
    .orderBy(desc(users.createdAt))
    .limit(listedMax);
}

/** The operator vouches for the address. */
export async function createPerson(email: string, name: string, password: string): Promise<void> {
  await requireGoodPassword(password, { email, name });
  const { user } = await auth().api.signUpEmail({ body: { email, name, password } });
  await db().update(users).set({ emailVerified: true }).where(eq(users.id, user.id));
  await endSessions(db(), user.id);
}

/** Sets a password, ends all sessions and forgets failed attempts. */
export async function setPersonsPassword(email: string, password: string): Promise<void> {
  const person = await requirePerson(email);
  await requireGoodPassword(password, person);
  const { internalAdapter, password: passwords } = await auth().$context;
  const hash = await passwords.hash(password);
  if (await internalAdapter.findCredentialAccount(person.id)) {
    await internalAdapter.updatePassword(person.id, hash);
  } else {
    const account = { userId: person.id, providerId: "credential", accountId: person.id, password: hash };
    await internalAdapter.createAccount(account);
  }
  await endSessions(db(), person.id);
  const failures = `sign-in ${person.email}`;
  const { key } = rateLimits;
  await db()
    .delete(rateLimits)
    .where(or(eq(key, failures), sql`starts_with(${key}, ${`${failures} from `})`));
}

type Fate = "goes with its projects" | "gets its longest member as admin";
export type TeamFate = {
  id: string;
  slug: string;
  referenceId: string;
  fate: Fate;
  heir: string | undefined;
};

/** What becomes of the teams that have no other admin. */
export async function fatesOf(email: string): Promise<TeamFate[]> {
  const person = await requirePerson(email);
  const owned = await db()
    .select({ id: teams.id, slug: teams.slug, referenceId: teams.referenceId, owner: teams.personalOwnerId })
    .from(teams)
    .innerJoin(teamMembers, eq(teamMembers.teamId, teams.id))
    .where(and(eq(teamMembers.userId, person.id), eq(teamMembers.role, "admin")));
  const fates: TeamFate[] = [];
  for (const { owner, ...team } of owned) {
    const others = await db()
      .select({ userId: teamMembers.userId, role: teamMembers.role })
      .from(teamMembers)
      .where(and(eq(teamMembers.teamId, team.id), ne(teamMembers.userId, person.id)))
      .orderBy(asc(teamMembers.createdAt));
    const [heir] = others;
    if (owner === person.id || !heir)
      fates.push({ ...team, fate: "goes with its projects", heir: undefined });
    else if (others.every(({ role }) => role !== "admin")) {
      fates.push({ ...team, fate: "gets its longest member as admin", heir: heir.userId });
    }
  }
  return fates;
}

/** Deletes the account, with the teams that nobody else is in. */
export async function deletePerson(email: string): Promise<void> {
  const person = await requirePerson(email);
  const fates = await fatesOf(email);
  const going = fates.filter(({ heir }) => heir === undefined);
  const forget = await db().transaction(async (tx) => {
    const forgets = await Promise.all(going.map((team) => forgetTeam(tx, team)));
    for (const { id, heir } of fates) {
      if (heir === undefined) continue;
      const isHeir = and(eq(teamMembers.teamId, id), eq(teamMembers.userId, heir));
      await tx.update(teamMembers).set({ role: "admin" }).where(isHeir);
      forgets.push(() => forgetMember(id, heir));
    }
    if (going.length > 0) {
      await tx.delete(teams).where(
        inArray(
          teams.id,
          going.map(({ id }) => id),
        ),
      );
    }
    await tx.delete(users).where(eq(users.id, person.id));
    return forgets;
  });
  for (const each of forget) await each();
  await endSessions(db(), person.id);
}

async function forgetTeam(tx: Db, team: { id: string; referenceId: string }): Promise<() => Promise<void>> {
  const held = await tx
    .select({ id: projects.id, slug: projects.slug, referenceId: projects.referenceId })
    .from(projects)
    .where(eq(projects.teamId, team.id));
  return rememberedOf(tx, team.referenceId, held);
}

/** @throws {AppError} `not_found` */
async function requirePerson(email: string) {
  const [person] = await db().select().from(users).where(eq(users.email, email.toLowerCase()));
  if (!person) throw notFound("Account");
  return person;
}
