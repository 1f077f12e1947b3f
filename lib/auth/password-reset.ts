import { APIError } from "better-auth/api";
import { eq } from "drizzle-orm";
import { users } from "@/db/schema/auth";
import type { Ctx } from "@/lib/operations/context";
import { AppError } from "@/lib/operations/errors";
import { implement } from "@/lib/operations/implement";
import { noteTrail } from "@/lib/operations/trail";
import { rateOf } from "@/lib/platform/quotas/quota-of";
import { auth } from "./auth";
import { revealOutage } from "./auth-problems";
import { requestPasswordReset, resetPassword, signIn } from "./contract";
import { endSessions } from "./end-sessions";
import { forward } from "./forward";
import { hashing } from "./hashing";
import { countAttempt } from "./limits";
import { mailNotice } from "./notice-mail";
import { requireOwnOrigin } from "./origin";
import { requireGoodPassword } from "./password-policy";
import { countEntrance, forgetFailures } from "./sign-in-limits";
import { rememberPlace } from "./sign-in-places";

/** Answers before anything is looked up, so that neither answer nor time tells whether the account exists. */
export const handleRequestPasswordReset = implement(requestPasswordReset, async (ctx, input) => {
  requireOwnOrigin(ctx.headers);
  await countEntrance(ctx);
  const email = (await input.fields()).email.toLowerCase();
  await countAttempt(ctx, `account mails to ${email}`, rateOf("accountMailsPerHour"));
  ctx.after(() =>
    ctx.background(async () => {
      await revealOutage(() => auth().api.requestPasswordReset({ body: { email } }));
    }),
  );
  return { success: true as const };
});

/**
 * Sets the password that the owner of the mailed link chose. The link proves whose the address is: other sessions end,
 * failures of others no longer count, and the person is signed in at once.
 */
export const handleResetPassword = implement(resetPassword, async (ctx, input) => {
  requireOwnOrigin(ctx.headers);
  await countEntrance(ctx);
  const { token, password } = await input.fields();
  const owner = await ownerOfLink(ctx, token);
  await requireGoodPassword(password, owner);
  await hashing(() => setPassword(token, password));
  await ctx.db.update(users).set({ emailVerified: true }).where(eq(users.id, owner.id));
  await endSessions(ctx.db, owner.id);
  await forgetFailures(ctx, owner.email);
  await rememberPlace(ctx, owner.id, ctx.clientAddress);
  noteTrail(ctx, { ownerId: owner.id, subject: { name: owner.name } });
  mailNotice(ctx, owner.email, "password");
  const credentials = { path: "/sign-in/email", body: { email: owner.email, password } };
  return hashing(() => forward(ctx, signIn, credentials));
});

/** @throws {AppError} `gone` when another request was faster */
async function setPassword(token: string, newPassword: string): Promise<void> {
  try {
    await revealOutage(() => auth().api.resetPassword({ body: { token, newPassword } }));
  } catch (error) {
    throw error instanceof APIError ? brokenLink() : error;
  }
}

const brokenLink = () =>
  new AppError("gone", "This link was used already, or has expired. Ask for a new one.");

/** @throws {AppError} `gone` */
async function ownerOfLink({ db }: Ctx, token: string) {
  const { internalAdapter } = await auth().$context;
  const link = await internalAdapter.findVerificationValue(`reset-password:${token}`);
  if (!link || link.expiresAt <= new Date()) throw brokenLink();
  const [owner] = await db.select().from(users).where(eq(users.id, link.value));
  if (!owner) throw brokenLink();
  return owner;
}
