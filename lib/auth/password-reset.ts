import { eq } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import { db } from "@/db/database";
import { accounts, users } from "@/db/schema/auth";
import { type Ctx, transaction } from "@/lib/operations/context";
import { implement } from "@/lib/operations/implement";
import { noteTrail } from "@/lib/operations/trail";
import { compositeKey } from "@/lib/platform/composite-key";
import { rateOf } from "@/lib/platform/quotas/quota-of";
import { auth } from "./auth";
import { confirmSignIn } from "./confirm-sign-in";
import { requestPasswordReset, resetPassword, signIn } from "./contract";
import { mailServiceState } from "./emails/worker";
import { endAccess, lockUser } from "./end-access";
import { forward } from "./forward";
import { hashing } from "./hashing";
import { countAttempt } from "./limits";
import { isLiveSession } from "./lock-account";
import { mailPasswordReset, resetLinkMs } from "./mail-password-reset";
import {
  createMailedLink,
  expiredLink,
  linksAreMailed,
  requireMailedLink,
  takeMailedLink,
} from "./mailed-links";
import { setUpAccount } from "./new-account";
import { mailNotice } from "./notice-mail";
import { requireOwnOrigin } from "./origin";
import { requireGoodPassword } from "./password-policy";
import { isPassword } from "./require-proof";
import { sessionBeforehand } from "./session";
import { countEntrance, forgetFailures } from "./sign-in-limits";
import { rememberPlace } from "./sign-in-places";

/** Answers before anything is looked up, so that neither answer nor time tells whether the account exists. */
export const handleRequestPasswordReset = implement(requestPasswordReset, async (ctx, input) => {
  requireOwnOrigin(ctx.headers);
  await countEntrance(ctx);
  const email = (await input.fields()).email.toLowerCase();
  await countAttempt(ctx, compositeKey("account mails to", email), rateOf("accountMailsPerHour"));
  ctx.after(() =>
    ctx.background(async () => {
      const [user] = await db().select({ id: users.id }).from(users).where(eq(users.email, email));
      if (!user) return;
      await mailPasswordReset(email, user.id, await createResetLink({ db: db(), now: ctx.now }, user.id));
    }),
  );
  return { success: true as const, email: mailServiceState() };
});

/**
 * @param provesAddress whether opening the link shows that the address is the owner's
 * @returns the token of a link with which the account's owner sets a new password, for an hour
 */
export const createResetLink = (
  { db: inDb, now }: Pick<Ctx, "db" | "now">,
  userId: string,
  provesAddress = linksAreMailed(),
): Promise<string> =>
  createMailedLink(inDb, "reset-password", {
    ...{ userId, details: { provesAddress } },
    ...{ now: now(), lastsMs: resetLinkMs },
  });

/** Sets the password that the owner of the link chose, ends what others may have started, and signs in. */
export const handleResetPassword = implement(resetPassword, async (ctx, input) => {
  requireOwnOrigin(ctx.headers);
  const here = sessionBeforehand(ctx);
  await countEntrance(ctx);
  const { token, password } = await input.fields();
  const { userId } = await requireMailedLink(ctx.db, "reset-password", token, ctx.now());
  const [found] = await ctx.db.select().from(users).where(eq(users.id, userId));
  if (!found) throw expiredLink();
  await requireGoodPassword(password, found);
  const { password: passwords } = await auth().$context;
  const hash = await hashing(() => passwords.hash(password));
  const owner = await transaction(ctx, (inner) => reset(inner, { token, userId, hash, here }));
  // Without a personal team the account would have no audit log.
  await setUpAccount(ctx.db, owner);
  await forgetFailures(ctx, owner.email);
  noteTrail(ctx, { ownerId: owner.id, subject: { name: owner.name } });
  mailNotice(ctx, owner.email, "password");
  const credentials = { path: "/sign-in/email", body: { email: owner.email, password } };
  const answer = await hashing(() =>
    confirmSignIn(ctx, owner, (writes) => forward(ctx, signIn, { ...credentials, writes })),
  );
  if (answer.status < 300) await rememberPlace(ctx, owner.id, ctx.clientAddress);
  return answer;
});

type Reset = {
  token: string;
  userId: string;
  hash: string;
  /** The session of this browser, of whichever account. */
  here: { sessionId: string } | null;
};

async function reset(ctx: Ctx, { token, userId, hash, here }: Reset) {
  const { db: tx } = ctx;
  const owner = await lockUser(tx, userId);
  const { provesAddress } = await takeMailedLink(tx, "reset-password", token, ctx.now());
  if (!owner) throw expiredLink();
  const isHere = here !== null && (await isLiveSession(ctx, { id: here.sessionId, userId }));
  const isTakenOver = provesAddress && !owner.emailVerified && !isHere;
  const event = isTakenOver ? "password reset for an unverified address" : "password reset";
  ctx.after(await endAccess(tx, userId, event));
  if (provesAddress) await tx.update(users).set({ emailVerified: true }).where(eq(users.id, userId));
  await setPassword(ctx, userId, hash);
  // As `endAccess` has left it.
  return { ...owner, accessEpoch: owner.accessEpoch + 1 };
}

/** Stores the hash of a password, also for an account that had none. Lock the account first. */
export async function setPassword({ db: tx }: Pick<Ctx, "db">, userId: string, hash: string): Promise<void> {
  const changed = await tx
    .update(accounts)
    .set({ password: hash })
    .where(isPassword(userId))
    .returning({ id: accounts.id });
  if (changed.length > 0) return;
  const account = { id: uuidv7(), userId, providerId: "credential", accountId: userId };
  await tx.insert(accounts).values({ ...account, password: hash });
}
