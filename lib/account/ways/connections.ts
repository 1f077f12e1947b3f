import { eq, inArray } from "drizzle-orm";
import { accounts, users } from "@/db/schema/auth";
import { doerOf, personalTeamOf, recordDeeds } from "@/lib/audit/record-change";
import { auth } from "@/lib/auth/auth";
import type { AuthWrites } from "@/lib/auth/auth-call";
import { lockUser } from "@/lib/auth/end-access";
import { isLiveSession } from "@/lib/auth/lock-account";
import { setUpAccount } from "@/lib/auth/new-account";
import { noteSignIn } from "@/lib/auth/note-sign-in";
import { mailNotice } from "@/lib/auth/notice-mail";
import { sessionOf } from "@/lib/auth/session";
import { type Ctx, transaction } from "@/lib/operations/context";

/** A provider that is being connected to an account, and the session that started it. */
export type Connection = { userId: string; startedBy: string };

/** The connection that a browser returns from a provider to complete, if any. */
export async function connectionOf(ctx: Ctx): Promise<Connection | undefined> {
  const state = new URLSearchParams(ctx.search).get("state");
  if (!state) return undefined;
  const { internalAdapter } = await auth().$context;
  const stored = await internalAdapter.findVerificationValue(`auth-state:${state}`);
  if (!stored) return undefined;
  const { link, startedBy } = JSON.parse(stored.value) as { link?: { userId: string }; startedBy?: unknown };
  return link && { userId: link.userId, startedBy: String(startedBy) };
}

/** Whether the browser has the session that started the connection. Another one may belong to somebody else. */
export async function isStartedHere(ctx: Ctx, { userId, startedBy }: Connection): Promise<boolean> {
  const session = await sessionOf(ctx.headers);
  return session?.sessionId === startedBy && session.user.id === userId;
}

/** Removes a new connection again if the session that started it ended in the meantime. */
export function confirmConnection(ctx: Ctx, connection: Connection, writes: AuthWrites): Promise<boolean> {
  const { userId, startedBy } = connection;
  return transaction(ctx, async (inner) => {
    await lockUser(inner.db, userId);
    if (await isLiveSession(inner, { id: startedBy, userId })) return true;
    const ids = writes.accounts.map(({ id }) => id);
    await inner.db.delete(accounts).where(inArray(accounts.id, ids));
    return false;
  });
}

/**
 * Records in the audit log that a provider was connected to an account that existed before, and tells its owner. Also
 * tells of a sign-in from a new place.
 */
export async function reportConnections(ctx: Ctx, writes: AuthWrites): Promise<void> {
  for (const { userId, providerId } of writes.accounts) {
    const [user] = await ctx.db.select().from(users).where(eq(users.id, userId));
    if (!user || writes.newEmails.includes(user.email)) continue;
    await setUpAccount(ctx.db, user);
    const teamId = await personalTeamOf(ctx.db, userId);
    const subject = { kind: "account" as const, id: userId, name: user.name };
    const change = { before: null, after: { provider: providerId } };
    const doer = { ...doerOf(ctx), actorKind: "person" as const, actorId: userId, actorName: user.name };
    if (teamId) await recordDeeds(ctx, doer, [{ teamId, operation: "connectProvider", subject, change }]);
    mailNotice(ctx, user.email, "provider");
  }
  for (const { userId } of writes.sessions) {
    const [user] = await ctx.db
      .select({ id: users.id, email: users.email })
      .from(users)
      .where(eq(users.id, userId));
    if (user) await noteSignIn(ctx, user);
  }
}
