import { and, eq, inArray } from "drizzle-orm";
import { accounts, sessions, verifications } from "@/db/schema/auth";
import type { Answer } from "@/lib/operations/answer";
import { type Ctx, transaction } from "@/lib/operations/context";
import { AppError } from "@/lib/operations/errors";
import { type AuthWrites, noWrites } from "./auth-call";
import { lockUser } from "./end-access";

/**
 * Signs in, and takes the session back if access to the account was ended while the credential was being checked: a
 * password that was replaced in that moment must not leave a session behind.
 * @param account who signs in, as read before the credential is checked; undefined for an unknown email address
 * @throws {AppError} `unauthorized`
 */
export async function confirmSignIn(
  ctx: Ctx,
  account: { id: string; accessEpoch: number } | undefined,
  signIn: (writes: AuthWrites) => Promise<Answer>,
): Promise<Answer> {
  const writes = noWrites();
  const answer = await signIn(writes);
  if (!account || (writes.sessions.length === 0 && writes.verifications.length === 0)) return answer;
  await confirm(ctx, account.id, writes, async (inner) => {
    const user = await lockUser(inner.db, account.id);
    return user?.accessEpoch === account.accessEpoch;
  });
  return answer;
}

/**
 * Takes the session of a provider sign-in back if the provider's account is no longer connected. Who signs in is known only
 * after better-auth has stored the session, so there is no earlier state to compare.
 * @throws {AppError} `unauthorized`
 */
export async function confirmProviderSignIn(ctx: Ctx, writes: AuthWrites): Promise<void> {
  const [session] = writes.sessions;
  if (!session) return;
  const { userId } = session;
  await confirm(ctx, userId, writes, async (inner) => {
    await lockUser(inner.db, userId);
    const isIt = and(eq(accounts.userId, userId), inArray(accounts.id, writes.usedAccounts));
    const [account] = await inner.db.select({ id: accounts.id }).from(accounts).where(isIt);
    return account !== undefined;
  });
}

async function confirm(
  ctx: Ctx,
  userId: string,
  writes: AuthWrites,
  isAllowed: (ctx: Ctx) => Promise<boolean>,
): Promise<void> {
  const allowed = await transaction(ctx, async (inner) => {
    if (await isAllowed(inner)) return true;
    const started = writes.sessions.map(({ id }) => id);
    await inner.db.delete(sessions).where(and(eq(sessions.userId, userId), inArray(sessions.id, started)));
    await inner.db.delete(verifications).where(inArray(verifications.id, writes.verifications));
    return false;
  });
  if (allowed) return;
  throw new AppError("unauthorized", "Access to this account has just changed. Sign in again.");
}
