import { and, eq } from "drizzle-orm";
import { sessions, users } from "@/db/schema/auth";
import { type Ctx, transaction } from "@/lib/operations/context";
import { AppError } from "@/lib/operations/errors";
import { requireUser } from "./access";
import { lockUser } from "./end-access";

/**
 * The caller's account, locked until the end of the transaction, while their session lives. A request that began before
 * the owner took the account back ends here.
 * @throws {AppError} `unauthorized`
 */
export async function lockAccount(ctx: Ctx): Promise<typeof users.$inferSelect> {
  const { id } = requireUser(ctx);
  const user = await lockUser(ctx.db, id);
  if (!user || !(await hasSession(ctx, id))) throw endedSession();
  return user;
}

/** Whether the caller's session lives, read as it is now. */
async function hasSession({ actor, db }: Ctx, userId: string): Promise<boolean> {
  return actor.kind === "user" && isLiveSession({ db }, { id: actor.sessionId, userId });
}

/** The session of this request, which an event that ends only other sessions spares. */
export const ownSession = ({ actor }: Pick<Ctx, "actor">): string[] =>
  actor.kind === "user" ? [actor.sessionId] : [];

export async function isLiveSession(
  { db }: Pick<Ctx, "db">,
  { id, userId }: { id: string; userId: string },
): Promise<boolean> {
  const [session] = await db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.id, id), eq(sessions.userId, userId)));
  return session !== undefined;
}

/**
 * Keeps the caller's session until the end of the transaction. Taking the account back waits for what the session changes,
 * and then ends that too. Operations that change access lock the account instead.
 * @throws {AppError} `unauthorized`
 */
export async function holdSession({ actor, db }: Pick<Ctx, "actor" | "db">): Promise<void> {
  // Scheduled changes run without a session.
  if (actor.kind !== "user" || actor.sessionId === "") return;
  const isIt = and(eq(sessions.id, actor.sessionId), eq(sessions.userId, actor.user.id));
  const [session] = await db.select({ id: sessions.id }).from(sessions).where(isIt).for("key share");
  if (!session) throw endedSession();
}

const endedSession = () => new AppError("unauthorized", "Unauthorized");

/**
 * Runs work that better-auth stores on a connection of its own, and undoes it if access to the caller's account was
 * ended in the meantime.
 * @param undo runs in a transaction that has locked the account
 * @throws {AppError} `unauthorized`
 */
export async function whileAccessLasts<T>(
  ctx: Ctx,
  work: () => Promise<T>,
  undo: (ctx: Ctx, result: T) => Promise<void>,
): Promise<T> {
  const { id } = requireUser(ctx);
  const before = await accessEpoch(ctx, id);
  if (before === undefined || !(await hasSession(ctx, id))) throw endedSession();
  const result = await work();
  const lasts = await transaction(ctx, async (inner) => {
    const user = await lockUser(inner.db, id);
    if (user?.accessEpoch === before) return true;
    await undo(inner, result);
    return false;
  });
  if (!lasts) throw endedSession();
  return result;
}

/** Differs from an earlier one if access to the account was ended in between. */
export async function accessEpoch({ db }: Pick<Ctx, "db">, userId: string): Promise<number | undefined> {
  const [user] = await db.select({ epoch: users.accessEpoch }).from(users).where(eq(users.id, userId));
  return user?.epoch;
}
