import { and, eq, isNotNull } from "drizzle-orm";
import { accounts, sessions } from "@/db/schema/auth";
import type { Ctx } from "@/lib/operations/context";
import { AppError } from "@/lib/operations/errors";
import { invalid } from "@/lib/operations/read-body";
import { requireUser } from "./access";
import { auth } from "./auth";
import { hashing } from "./hashing";
import { admitSignIn } from "./sign-in-limits";

/** How long a sign-in counts as recent. */
const recentMs = 10 * 60 * 1000;

/**
 * Makes sure that the person themselves is there, and not only their browser: by the account's password, under the same
 * limits as at sign-in; or, where there is none, by a sign-in some minutes ago. Attempts must stay counted, so that no
 * transaction may be open.
 * @param field the name of the password in the request
 * @throws {AppError} `invalid_request`, `forbidden`, `rate_limited`
 */
export async function requireProof(ctx: Ctx, password: string | undefined, field = "password") {
  const user = requireUser(ctx);
  const hash = await passwordHashOf(ctx, user.id);
  if (hash === undefined) return requireRecentSignIn(ctx);
  if (password === undefined) throw invalid([{ path: field, message: "is required" }]);
  const admission = await admitSignIn(ctx, user.email);
  const { password: passwords } = await auth().$context;
  if (!(await hashing(() => passwords.verify({ hash, password })))) {
    throw invalid([{ path: field, message: "is wrong" }]);
  }
  await admission.succeeded();
}

/** The hash of the account's password, if it has one. */
export async function passwordHashOf({ db }: Pick<Ctx, "db">, userId: string): Promise<string | undefined> {
  const [account] = await db
    .select({ password: accounts.password })
    .from(accounts)
    .where(and(isPassword(userId), isNotNull(accounts.password)));
  return account?.password ?? undefined;
}

/** Selects the row that has the account's password. */
export const isPassword = (userId: string) =>
  and(eq(accounts.userId, userId), eq(accounts.providerId, "credential"));

async function requireRecentSignIn({ actor, db, now }: Ctx): Promise<void> {
  if (actor.kind !== "user") return;
  const [session] = await db
    .select({ createdAt: sessions.createdAt })
    .from(sessions)
    .where(eq(sessions.id, actor.sessionId));
  if (session && now().getTime() - session.createdAt.getTime() < recentMs) return;
  throw new AppError(
    "forbidden",
    "Your account has no password to ask for. Sign out and in again, then do this within ten minutes.",
  );
}
