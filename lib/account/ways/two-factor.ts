import { and, eq, inArray } from "drizzle-orm";
import type { Db } from "@/db/client";
import { sessions, twoFactors, users } from "@/db/schema/auth";
import { isUniqueViolation } from "@/db/unique-violation";
import { readAccount } from "@/lib/account/get-account";
import { type AuthWrites, noWrites } from "@/lib/auth/auth-call";
import { endAccess } from "@/lib/auth/end-access";
import { ask, passOn, withBody } from "@/lib/auth/forward";
import { hashing } from "@/lib/auth/hashing";
import { countRate } from "@/lib/auth/limits";
import { lockAccount, ownSession, whileAccessLasts } from "@/lib/auth/lock-account";
import { mailNotice } from "@/lib/auth/notice-mail";
import { passwordHashOf, requireProof } from "@/lib/auth/require-proof";
import { forgetSession } from "@/lib/auth/session";
import { type Ctx, transaction } from "@/lib/operations/context";
import { AppError } from "@/lib/operations/errors";
import { implement } from "@/lib/operations/implement";
import { invalid } from "@/lib/operations/read-body";
import { noteTrail } from "@/lib/operations/trail";
import { confirmTwoFactor, endTwoFactor, prepareTwoFactor, renewRecoveryCodes } from "./contract";

/** Nothing changes for sign-ins before the first code has confirmed that the secret has arrived somewhere. */
export const handlePrepareTwoFactor = implement(prepareTwoFactor, async (ctx, input) => {
  const account = await readAccount(ctx);
  const { password } = await input.fields();
  if (account.twoFactorEnabled) throw new AppError("conflict", "Two-factor codes are on already.");
  if ((await passwordHashOf(ctx, account.id)) === undefined) {
    throw new AppError("conflict", "Codes come after a password, and your account has none. Set one first.");
  }
  await requireProof(ctx, password);
  const call = { method: "POST", path: "/two-factor/enable", body: { password } } as const;
  const answer = await hashing(() => ask(ctx, call)).catch((error: unknown) => {
    // Each takes the secret before away and puts its own in that place.
    if (isUniqueViolation(error))
      throw new AppError("conflict", "A secret was asked for twice at once. Try again.");
    throw error;
  });
  if (answer.status >= 300) return passOn(answer);
  const { totpURI, backupCodes } = JSON.parse(answer.text) as { totpURI: string; backupCodes: string[] };
  const secret = new URL(totpURI).searchParams.get("secret") ?? "";
  return { uri: totpURI, secret, recoveryCodes: backupCodes };
});

export const handleConfirmTwoFactor = implement(confirmTwoFactor, async (ctx, input) => {
  const account = await readAccount(ctx);
  const { code } = await input.fields();
  if (account.twoFactorEnabled) throw new AppError("conflict", "Two-factor codes are on already.");
  const [prepared] = await ctx.db
    .select({ id: twoFactors.id })
    .from(twoFactors)
    .where(eq(twoFactors.userId, account.id));
  if (!prepared) throw new AppError("conflict", "Get a secret first, then its first code.");
  await countRate(ctx, "twoFactorCodes", account.id);
  const call = { method: "POST", path: "/two-factor/verify-totp", body: { code: plainCode(code) } } as const;
  const writes = noWrites();
  const method = await methodOfSession(ctx);
  const confirm = () => ask(ctx, { ...call, writes });
  const answer = await whileAccessLasts(ctx, confirm, (inner) => undoTwoFactor(inner, account.id, writes));
  if (answer.status >= 300) throw invalid([{ path: "code", message: "is wrong; use the latest one" }]);
  await keepMethod(ctx, writes, method);
  await noteTwoFactorChange(ctx, account.id);
  noteTrail(ctx, { before: { twoFactorEnabled: false }, after: { twoFactorEnabled: true } });
  // The session goes on under another token.
  ctx.after(() => forgetSession(ctx.headers));
  mailNotice(ctx, account.email, "twoFactorOn");
  return withBody(answer, { success: true });
});

async function methodOfSession({ actor, db }: Ctx): Promise<string | null> {
  if (actor.kind !== "user") return null;
  const isIt = eq(sessions.id, actor.sessionId);
  const [session] = await db.select({ method: sessions.method }).from(sessions).where(isIt);
  return session?.method ?? null;
}

/** The session that replaces the caller's ends with the same credential. */
async function keepMethod({ db }: Ctx, writes: AuthWrites, method: string | null): Promise<void> {
  const started = writes.sessions.map(({ id }) => id);
  await db.update(sessions).set({ method }).where(inArray(sessions.id, started));
}

/** Restoring an earlier email address ends two-factor authentication that was changed since. */
const noteTwoFactorChange = ({ db, now }: Ctx, userId: string) =>
  db.update(twoFactors).set({ changedAt: now() }).where(eq(twoFactors.userId, userId));

/** better-auth turned codes on and replaced the session that confirmed them. */
async function undoTwoFactor({ db }: Ctx, userId: string, writes: AuthWrites): Promise<void> {
  const started = writes.sessions.map(({ id }) => id);
  if (started.length === 0) return;
  await db.delete(sessions).where(and(eq(sessions.userId, userId), inArray(sessions.id, started)));
  await deleteTwoFactor(db, userId);
}

/** A code as programs show it: in groups. */
export const plainCode = (code: string) => code.replace(/[\s-]/g, "");

export const handleEndTwoFactor = implement(endTwoFactor, async (ctx, input) => {
  const account = await readAccount(ctx);
  const { password } = await input.fields();
  if (!account.twoFactorEnabled) throw codesAreOff();
  await requireProof(ctx, password);
  await transaction(ctx, async (inner) => {
    await lockAccount(inner);
    const made = { method: "two-factor", keep: ownSession(ctx) } as const;
    ctx.after(await endAccess(inner.db, account.id, "two-factor turned off", made));
    await deleteTwoFactor(inner.db, account.id);
  });
  noteTrail(ctx, { before: { twoFactorEnabled: true }, after: { twoFactorEnabled: false } });
  mailNotice(ctx, account.email, "twoFactorOff");
  return { success: true as const };
});

export async function deleteTwoFactor(tx: Db, userId: string): Promise<void> {
  await tx.delete(twoFactors).where(eq(twoFactors.userId, userId));
  await tx.update(users).set({ twoFactorEnabled: false }).where(eq(users.id, userId));
}

const codesAreOff = () => new AppError("conflict", "Two-factor codes are off.");

export const handleRenewRecoveryCodes = implement(renewRecoveryCodes, async (ctx, input) => {
  const account = await readAccount(ctx);
  const { password } = await input.fields();
  if (!account.twoFactorEnabled) throw codesAreOff();
  await requireProof(ctx, password);
  const answer = await renewed(ctx, password);
  if (answer.status >= 300) return passOn(answer);
  await noteTwoFactorChange(ctx, account.id);
  mailNotice(ctx, account.email, "recoveryCodes");
  return { recoveryCodes: (JSON.parse(answer.text) as { backupCodes: string[] }).backupCodes };
});

const renewed = (ctx: Ctx, password: string | undefined) =>
  hashing(() => ask(ctx, { method: "POST", path: "/two-factor/generate-backup-codes", body: { password } }));
