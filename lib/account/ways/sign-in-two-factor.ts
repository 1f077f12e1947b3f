import { eq } from "drizzle-orm";
import { users } from "@/db/schema/auth";
import { auth } from "@/lib/auth/auth";
import { confirmSignIn } from "@/lib/auth/confirm-sign-in";
import { ask, withBody } from "@/lib/auth/forward";
import { countRate, hasRoom, rateKey, uncountAttempt } from "@/lib/auth/limits";
import { noteSignIn } from "@/lib/auth/note-sign-in";
import { mailNotice } from "@/lib/auth/notice-mail";
import { requireOwnOrigin } from "@/lib/auth/origin";
import { valueOfCookie } from "@/lib/auth/session";
import { countEntrance } from "@/lib/auth/sign-in-limits";
import type { Answer } from "@/lib/operations/answer";
import type { Ctx } from "@/lib/operations/context";
import { AppError } from "@/lib/operations/errors";
import { implement } from "@/lib/operations/implement";
import { compositeKey } from "@/lib/platform/composite-key";
import { signInTwoFactor } from "./contract";
import { plainCode } from "./two-factor";

/** For how long a code may be valid, clocks that are wrong included. */
const codeMs = 90_000;

/**
 * The second step of a sign-in. Attempts are counted for the person before they are judged, so that neither parallel
 * ones nor many first steps give more of them; a code counts once.
 */
export const handleSignInTwoFactor = implement(signInTwoFactor, async (ctx, input) => {
  requireOwnOrigin(ctx.headers);
  await countEntrance(ctx);
  const { code } = await input.fields();
  const user = await personInStep(ctx);
  await countRate(ctx, "twoFactorCodes", user.id);
  const digits = plainCode(code);
  const isRecovery = !/^\d{6}$/.test(digits);
  if (!isRecovery) await requireUnused(ctx, user.id, digits);
  const call = {
    ...({ method: "POST", asNobody: true } as const),
    path: isRecovery ? "/two-factor/verify-backup-code" : "/two-factor/verify-totp",
    body: { code: isRecovery ? code : digits },
  };
  const answer = await confirmSignIn(ctx, user, (writes) => ask(ctx, { ...call, writes }));
  if (answer.status >= 300) throw refusalOf(answer);
  await uncountAttempt(ctx, rateKey("twoFactorCodes", user.id));
  await noteSignIn(ctx, user);
  if (isRecovery) mailNotice(ctx, user.email, "recoveryCodeUsed");
  const signedIn = { redirect: false, user: (JSON.parse(answer.text) as { user: unknown }).user };
  return withBody(answer, signInTwoFactor.output.parse(signedIn));
});

const beginAgain = () =>
  new AppError("gone", "That took too long, or too many codes were wrong. Sign in with your password again.");

/** @throws {AppError} `gone` */
async function personInStep(ctx: Ctx) {
  const signed = valueOfCookie(ctx.headers, "two_factor");
  if (signed === undefined || signed.includes("\0")) throw beginAgain();
  const { internalAdapter } = await auth().$context;
  const step = await internalAdapter.findVerificationValue(signed.slice(0, signed.lastIndexOf(".")));
  if (!step || step.expiresAt <= ctx.now()) throw beginAgain();
  const [user] = await ctx.db
    .select({ id: users.id, email: users.email, accessEpoch: users.accessEpoch })
    .from(users)
    .where(eq(users.id, step.value));
  if (!user) throw beginAgain();
  return user;
}

/** Who looked over a shoulder has the code, too, for as long as it is valid. */
async function requireUnused(ctx: Ctx, userId: string, code: string): Promise<void> {
  const once = { max: 1, windowMs: codeMs, always: true };
  if (await hasRoom(ctx, compositeKey("two-factor code", userId, code), once)) return;
  throw new AppError("unauthorized", "This code was tried already. Wait for the next one.");
}

function refusalOf(answer: Answer): AppError {
  const { code } = JSON.parse(answer.text) as { code?: string };
  if (code === "INVALID_CODE" || code === "INVALID_BACKUP_CODE") {
    return new AppError("unauthorized", "The code is wrong.");
  }
  if (code === "ACCOUNT_TEMPORARILY_LOCKED") {
    return new AppError("rate_limited", "Too many codes were wrong. Try again in 15 minutes.", {
      headers: { "retry-after": "900" },
    });
  }
  if (code === "TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE") return beginAgain();
  return new AppError(
    "conflict",
    "Another code is being judged. Try again, or sign in with your password again.",
  );
}
