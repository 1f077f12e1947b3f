import { randomBytes } from "node:crypto";
import { desc, eq } from "drizzle-orm";
import type { Db } from "@/db/client";
import { retrying } from "@/db/conflict";
import { db } from "@/db/database";
import { rateLimits, users } from "@/db/schema/auth";
import { fatesOfTeams, removeAccount, type TeamFate } from "@/lib/account/remove-account";
import { deleteTwoFactor } from "@/lib/account/ways/two-factor";
import { operator, personalTeamOf, recordDeeds } from "@/lib/audit/record-change";
import { auth } from "@/lib/auth/auth";
import { endAccess } from "@/lib/auth/end-access";
import { rateKey } from "@/lib/auth/limits";
import { requireGoodPassword } from "@/lib/auth/password-policy";
import { setPassword } from "@/lib/auth/password-reset";
import { failuresOf } from "@/lib/auth/sign-in-limits";
import { AppError, notFound } from "@/lib/operations/errors";
import "./accounts";

/** What the operator does with accounts from the command line: `npm run user`. No request gets here. */

const change = <T>(work: (tx: Db) => Promise<T>): Promise<T> =>
  retrying(() => db().transaction((tx) => work(tx)));

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
  const forget = await change((tx) => endAccess(tx, user.id, "password set by the administrator"));
  await forget();
}

/** Sets a password, ends all sessions and forgets failed attempts. */
export async function setPersonsPassword(email: string, password: string): Promise<void> {
  const person = await requirePerson(email);
  await requireGoodPassword(password, person);
  const { password: passwords } = await auth().$context;
  const hash = await passwords.hash(password);
  const forget = await change(async (tx) => {
    const ended = await endAccess(tx, person.id, "password set by the administrator");
    await setPassword({ db: tx }, person.id, hash);
    await record(tx, person, "changePassword");
    return ended;
  });
  await forget();
  await db().delete(rateLimits).where(failuresOf(person.email));
}

/** In the person's own trail, where they see that it was not themselves. */
async function record(tx: Db, { id, name }: { id: string; name: string }, operation: string): Promise<void> {
  const teamId = await personalTeamOf(tx, id);
  if (teamId === undefined) return;
  const subject = { kind: "account", id, name } as const;
  const change = { before: null, after: null };
  await recordDeeds({ db: tx }, operator(), [{ teamId, operation, subject, change }]);
}

/**
 * For somebody who lost the device with their codes and the recovery codes. Sessions end, because that device may have
 * one.
 * @throws {AppError} `conflict` where codes are off
 */
export async function endPersonsTwoFactor(email: string): Promise<void> {
  const person = await requirePerson(email);
  if (!person.twoFactorEnabled) throw new AppError("conflict", `Two-factor codes are off for ${email}.`);
  const forget = await change(async (tx) => {
    const ended = await endAccess(tx, person.id, "two-factor turned off by the administrator");
    await deleteTwoFactor(tx, person.id);
    await tx.delete(rateLimits).where(eq(rateLimits.key, rateKey("twoFactorCodes", person.id)));
    await record(tx, person, "endTwoFactor");
    return ended;
  });
  await forget();
}

/** What becomes of the teams that have no other admin. */
export async function fatesOf(email: string): Promise<TeamFate[]> {
  const person = await requirePerson(email);
  return fatesOfTeams(db(), person.id);
}

/** Deletes the account, with the teams that nobody else is in. The others get an admin. */
export async function deletePerson(email: string): Promise<void> {
  const person = await requirePerson(email);
  const forget = await change((tx) => removeAccount(tx, person.id, "their longest member", operator()));
  await forget();
}

/** @throws {AppError} `not_found` */
async function requirePerson(email: string) {
  const [person] = await db().select().from(users).where(eq(users.email, email.toLowerCase()));
  if (!person) throw notFound("Account");
  return person;
}
