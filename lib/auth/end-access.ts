import { and, eq, gte, inArray, isNull, like, not, notInArray, or, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import {
  accounts,
  passkeys,
  sessions,
  signInPlaces,
  twoFactors,
  users,
  verifications,
} from "@/db/schema/auth";
import { apiKeys, keyCodes } from "@/db/schema/keys";
import { dropEmails } from "./emails/queue-email";
import { accountTopics } from "./emails/topics";
import { forgetTokens } from "./end-sessions";
import { handOver } from "./hand-over";
import { restoreLinks } from "./mailed-links";
import { endKeys } from "./revoke-keys";
import type { SignInMethod } from "./sign-in-method";

/** What ends together with somebody's access to an account. */
export type Ends = {
  /** Sessions with their streams and tickets; `others` spares those in `keep`. */
  sessions: "all" | "others" | "started with the method";
  /** Links for a new password or email address, unfinished sign-ins and connections, codes for the command line. */
  pending: boolean;
  /** The password, passkeys, providers, two-factor, recovery codes and personal API keys. */
  credentials: "all" | "added since" | "none";
  /** Addresses that count as known at sign-in. */
  places: boolean;
  /** What ties the account to people it invited, and to keys it created: see `handOver`. */
  ties: boolean;
};

const credentialRemoved: Ends = {
  ...{ sessions: "started with the method", pending: true },
  ...{ credentials: "none", places: false, ties: false },
};
/** The owner is back: nothing that was started before can finish. Credentials stay and are listed for review. */
const recovered: Ends = { sessions: "all", pending: true, credentials: "none", places: true, ties: false };
/** The address turned out to belong to somebody other than the person who signed up with it. */
const takenOver: Ends = { sessions: "all", pending: true, credentials: "all", places: true, ties: true };

/** Every event after which somebody who had access before may no longer have it. */
export const accessEvents = {
  "password changed": { ...recovered, sessions: "others", places: false },
  "password reset": recovered,
  "password reset for an unverified address": takenOver,
  "provider verified the address": takenOver,
  "email changed": { ...recovered, sessions: "others" },
  "email restored": { ...recovered, credentials: "added since" },
  "passkey removed": credentialRemoved,
  "provider removed": credentialRemoved,
  "two-factor turned off": credentialRemoved,
  "signed out everywhere": recovered,
  "signed out everywhere else": { ...recovered, sessions: "others" },
  "password set by the administrator": recovered,
  "two-factor turned off by the administrator": { ...recovered, places: false },
  // Teams, invitations and keys are the task of `removeAccount`.
  "account deleted": { ...takenOver, ties: false },
} as const satisfies Record<string, Ends>;

export type AccessEvent = keyof typeof accessEvents;

type Details = {
  /** Sessions that stay, if the event ends only others. */
  keep?: readonly string[];
  /** The credential that was removed. */
  method?: SignInMethod;
  /** When the access that ends began. */
  since?: Date;
};

/**
 * Carries out a row of `accessEvents` in the transaction of the event. Locks the account until the transaction ends.
 * @returns makes every process forget the sessions; for `ctx.after`
 */
export async function endAccess(
  tx: Db,
  userId: string,
  event: AccessEvent,
  details: Details = {},
): Promise<() => Promise<void>> {
  const ends: Ends = accessEvents[event];
  await lockUser(tx, userId);
  await tx
    .update(users)
    .set({ accessEpoch: sql`${users.accessEpoch} + 1`, updatedAt: sql`${users.updatedAt}` })
    .where(eq(users.id, userId));
  const known = await tx.select({ token: sessions.token }).from(sessions).where(eq(sessions.userId, userId));
  // First, because this waits for changes that sessions have under way, which may be part of what ends next.
  await endSessions(tx, userId, ends.sessions, details);
  if (ends.pending) await endPending(tx, userId, ends.credentials === "all");
  const since = ends.credentials === "all" ? new Date(0) : (details.since ?? new Date(0));
  if (ends.credentials !== "none") await endCredentials(tx, userId, since);
  const forgetKeys = ends.credentials === "none" ? undefined : await endPersonalKeys(tx, userId, since);
  if (ends.places) await tx.delete(signInPlaces).where(eq(signInPlaces.userId, userId));
  if (ends.ties) await handOver(tx, userId);
  return async () => {
    await forgetTokens(known);
    await forgetKeys?.();
  };
}

/**
 * Nobody else changes the account's access until the end of the transaction. Rows that refer to the account can still be
 * inserted, as transactions that hold a team do. Code that inserts a credential or session checks the account again afterwards.
 */
export async function lockUser(tx: Db, userId: string): Promise<typeof users.$inferSelect | undefined> {
  const [user] = await tx.select().from(users).where(eq(users.id, userId)).for("no key update");
  return user;
}

async function endSessions(
  tx: Db,
  userId: string,
  which: Ends["sessions"],
  { keep = [], method }: Details,
): Promise<void> {
  const kept = keep.length > 0 && which !== "all" ? notInArray(sessions.id, [...keep]) : undefined;
  // It isn't known how older sessions were started, so they may have been started with it.
  const started = or(isNull(sessions.method), eq(sessions.method, method ?? ""));
  const only = which === "started with the method" ? started : undefined;
  await tx.delete(sessions).where(and(eq(sessions.userId, userId), kept, only));
}

/** @param withRestores whether links that bring back an earlier address end too: only their new owner may do that */
async function endPending(tx: Db, userId: string, withRestores: boolean): Promise<void> {
  const theirs = or(eq(verifications.userId, userId), eq(verifications.value, userId));
  const spared = withRestores ? undefined : not(like(verifications.identifier, restoreLinks));
  await tx.delete(verifications).where(and(theirs, spared));
  const keys = tx.select({ id: apiKeys.id }).from(apiKeys).where(eq(apiKeys.createdBy, userId));
  await tx.delete(keyCodes).where(inArray(keyCodes.keyId, keys));
  await dropEmails(tx, ...accountTopics(userId));
  // Two-factor authentication that was prepared and not confirmed.
  await tx.delete(twoFactors).where(and(eq(twoFactors.userId, userId), eq(twoFactors.verified, false)));
}

const endPersonalKeys = (tx: Db, userId: string, since: Date) =>
  endKeys(
    tx,
    new Date(),
    and(eq(apiKeys.createdBy, userId), apiKeys.personal, gte(apiKeys.createdAt, since)),
  );

async function endCredentials(tx: Db, userId: string, added: Date): Promise<void> {
  await tx.delete(passkeys).where(and(eq(passkeys.userId, userId), gte(passkeys.createdAt, added)));
  // Nobody can tell when a password became known to somebody else.
  const isPassword = eq(accounts.providerId, "credential");
  const ending = or(isPassword, gte(accounts.createdAt, added));
  await tx.delete(accounts).where(and(eq(accounts.userId, userId), ending));
  const codes = and(eq(twoFactors.userId, userId), gte(twoFactors.changedAt, added));
  const ended = await tx.delete(twoFactors).where(codes).returning({ id: twoFactors.id });
  if (added.getTime() === 0 || ended.length > 0) {
    await tx.update(users).set({ twoFactorEnabled: false }).where(eq(users.id, userId));
  }
}
