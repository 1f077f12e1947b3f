import { and, asc, eq } from "drizzle-orm";
import { accounts, passkeys } from "@/db/schema/auth";
import { requireUser } from "@/lib/auth/access";
import { endAccess, lockUser } from "@/lib/auth/end-access";
import { ask, passOn } from "@/lib/auth/forward";
import { lockAccount, ownSession, whileAccessLasts } from "@/lib/auth/lock-account";
import { mailNotice } from "@/lib/auth/notice-mail";
import { requireProof } from "@/lib/auth/require-proof";
import { passkeyMethod } from "@/lib/auth/sign-in-method";
import { type Ctx, transaction } from "@/lib/operations/context";
import { AppError, notFound } from "@/lib/operations/errors";
import { implement } from "@/lib/operations/implement";
import { quotaExceeded, withinQuotas } from "@/lib/operations/quota";
import { noteBefore } from "@/lib/operations/trail";
import { quotaOf } from "@/lib/platform/quotas/quota-of";
import { addPasskey, listPasskeys, preparePasskey, removePasskey, renamePasskey } from "./contract";

type Row = typeof passkeys.$inferSelect;

const toPasskey = ({ id, name, backedUp, createdAt }: Row) => ({
  id,
  name: name ?? "Passkey",
  isSynced: backedUp,
  createdAt: createdAt.toISOString(),
});

export const handleListPasskeys = implement(listPasskeys, async (ctx, input) => {
  const user = requireUser(ctx);
  await input.fields();
  const rows = await ctx.db
    .select()
    .from(passkeys)
    .where(eq(passkeys.userId, user.id))
    .orderBy(asc(passkeys.createdAt), asc(passkeys.id))
    .limit(quotaOf("passkeys"));
  return rows.map(toPasskey);
});

export const handlePreparePasskey = implement(preparePasskey, async (ctx, input) => {
  const { password } = await input.fields();
  await requireProof(ctx, password);
  return passOn(await ask(ctx, { method: "GET", path: "/passkey/generate-register-options" }));
});

/** Only the browser that asked for it has the cookie of the ceremony, so that nothing is asked again. */
export const handleAddPasskey = implement(addPasskey, async (ctx, input) => {
  const user = requireUser(ctx);
  const { name, response } = await input.fields();
  // The row is better-auth's to write, on a connection of its own: no lock may be held meanwhile.
  await withinQuotas(ctx, [{ name: "passkeys", ownerId: user.id }], async () => undefined);
  const call = { path: "/passkey/verify-registration", body: { name, response } } as const;
  const id = await whileAccessLasts(
    ctx,
    async () => {
      const answer = await ask(ctx, { method: "POST", ...call }).catch((error: unknown) => {
        throw isMalformed(error) ? notAdded() : error;
      });
      if (answer.status >= 300) throw notAdded();
      return (JSON.parse(answer.text) as { id: string }).id;
    },
    async ({ db }, added) => {
      await db.delete(passkeys).where(eq(passkeys.id, added));
    },
  );
  await requireRoomFor(ctx, id);
  mailNotice(ctx, user.email, "passkey");
  return toPasskey(await findPasskey(ctx, id));
});

/**
 * Several may have been added at once, each of which saw room for itself. They are judged again one after the other,
 * and those that are too many go.
 * @throws {AppError} `quota_exceeded`
 */
async function requireRoomFor(ctx: Ctx, id: string): Promise<void> {
  const user = requireUser(ctx);
  const tooMany = await transaction(ctx, async ({ db }) => {
    await lockUser(db, user.id);
    const amount = await db.$count(passkeys, eq(passkeys.userId, user.id));
    if (amount <= quotaOf("passkeys")) return undefined;
    await db.delete(passkeys).where(eq(passkeys.id, id));
    return amount - 1;
  });
  if (tooMany !== undefined) throw quotaExceeded("passkeys", tooMany);
}

/** better-auth answers 500 to what is no credential at all. */
export const isMalformed = (error: unknown) =>
  error instanceof Error && error.message.startsWith("better-auth answered 500 to /passkey/");

const notAdded = () =>
  new AppError(
    "conflict",
    "The passkey could not be added: it took too long, or is there already. Try again.",
  );

export const handleRenamePasskey = implement(renamePasskey, async (ctx, input) => {
  const found = await findPasskey(ctx, input.passkeyId);
  const { name } = await input.fields();
  noteBefore(ctx, toPasskey(found));
  if (name === undefined) return toPasskey(found);
  const [row] = await ctx.db.update(passkeys).set({ name }).where(eq(passkeys.id, found.id)).returning();
  if (!row) throw notFound("Passkey");
  return toPasskey(row);
});

export const handleRemovePasskey = implement(removePasskey, async (ctx, input) => {
  const user = requireUser(ctx);
  const found = await findPasskey(ctx, input.passkeyId);
  const { id } = found;
  const { password } = await input.fields();
  await requireProof(ctx, password);
  noteBefore(ctx, toPasskey(found));
  await transaction(ctx, async (inner) => {
    await requireOtherWay(inner, { passkey: id });
    await inner.db.delete(passkeys).where(eq(passkeys.id, id));
    const made = { method: passkeyMethod(found.credentialID), keep: ownSession(ctx) };
    ctx.after(await endAccess(inner.db, user.id, "passkey removed", made));
  });
  mailNotice(ctx, user.email, "passkeyRemoved");
  return { success: true as const };
});

/** @throws {AppError} `not_found` */
async function findPasskey(ctx: Ctx, id: string): Promise<Row> {
  const user = requireUser(ctx);
  const [row] = await ctx.db
    .select()
    .from(passkeys)
    .where(and(eq(passkeys.id, id), eq(passkeys.userId, user.id)));
  if (!row) throw notFound("Passkey");
  return row;
}

/**
 * Inside a transaction, makes sure that somebody can still sign in without this one. Whoever takes a way in away waits
 * for others that do.
 * @throws {AppError} `conflict`
 */
export async function requireOtherWay(
  ctx: Ctx,
  { passkey, provider }: { passkey?: string; provider?: string },
): Promise<void> {
  const user = await lockAccount(ctx);
  const ways = await ctx.db
    .select({ provider: accounts.providerId })
    .from(accounts)
    .where(eq(accounts.userId, user.id));
  const keys = await ctx.db.select({ id: passkeys.id }).from(passkeys).where(eq(passkeys.userId, user.id));
  const left = ways.filter((way) => way.provider !== provider).length;
  if (left + keys.filter(({ id }) => id !== passkey).length > 0) return;
  throw new AppError("conflict", "It is the only way into your account. Set a password first.");
}
