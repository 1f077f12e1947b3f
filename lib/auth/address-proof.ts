import { and, eq } from "drizzle-orm";
import { outbox } from "@/db/outbox";
import { users } from "@/db/schema/auth";
import { teamMembers } from "@/db/schema/teams";
import type { Ctx } from "@/lib/operations/context";
import { AppError, notFound } from "@/lib/operations/errors";
import { implement } from "@/lib/operations/implement";
import { askingForm, pageAnswer } from "@/lib/operations/page-answer";
import { env } from "@/lib/platform/env/env";
import { escapeHtml } from "@/lib/platform/html/escape-html";
import { mailer } from "@/lib/platform/mail/mail";
import { MailError } from "@/lib/platform/mail/mail-error";
import { rateOf } from "@/lib/platform/quotas/quota-of";
import { signed, textOfSigned } from "@/lib/platform/secrets/signed";
import { requireUser } from "./access";
import { sendVerificationEmail, showVerification, verifyEmail } from "./contract";
import { countAttempt, countRate } from "./limits";
import { proofMail } from "./proof-mail";

const purpose = "e-mail address";
const linkMs = 24 * 60 * 60 * 1000;

/** Whoever has many accounts has one address to call from: a household's or an office's worth of mails. */
const accountsOfOneAddress = 4;

export const handleSendVerificationEmail = implement(sendVerificationEmail, async (ctx, input) => {
  const { id, email } = requireUser(ctx);
  await input.fields();
  if (await isProved(ctx, id)) throw new AppError("conflict", "Your e-mail address is proved already.");
  await countRate(ctx, "accountMailsPerHour", id);
  await countRate(ctx, "accountMailsPerHour", email.toLowerCase());
  const rate = rateOf("accountMailsPerHour");
  const ofAddress = { ...rate, max: rate.max * accountsOfOneAddress };
  await countAttempt(ctx, `account mails from ${ctx.clientAddress}`, ofAddress);
  const until = ctx.now().getTime() + linkMs;
  const url = `${env().appUrl}/api/auth/verify-email/${signed(purpose, `${id} ${until} ${email}`)}`;
  try {
    await mailer(outbox(ctx.db))(proofMail(email, url));
  } catch (error) {
    throw error instanceof MailError ? new AppError("bad_gateway", error.message, { cause: error }) : error;
  }
  return { success: true as const };
});

export const handleShowVerification = implement(showVerification, async (ctx, input) => {
  const { email } = requireProof(ctx, input.verification);
  const why = `<p>Somebody signed up for Fieldkit with this address. Go on only if that was you.</p>`;
  return pageAnswer(`Is ${email} yours?`, why + askingForm("Yes, it is mine"));
});

/** Doing it a second time succeeds too. */
export const handleVerifyEmail = implement(verifyEmail, async (ctx, input) => {
  const { userId, email } = requireProof(ctx, input.verification);
  await input.fields();
  const [proved] = await ctx.db
    .update(users)
    .set({ emailVerified: true })
    .where(and(eq(users.id, userId), eq(users.email, email)))
    .returning({ id: users.id });
  if (!proved) throw notFound("Account");
  if (!ctx.headers.get("accept")?.includes("text/html")) return { success: true as const };
  const back = `<p><a href="${escapeHtml(env().appUrl)}">Open Fieldkit</a></p>`;
  return pageAnswer("Your e-mail address is proved", back);
});

function requireProof(ctx: Ctx, token: string): { userId: string; email: string } {
  const [userId = "", until = "", email = ""] = (textOfSigned(purpose, token) ?? "").split(" ");
  if (email === "") throw notFound("Link");
  if (Number(until) <= ctx.now().getTime())
    throw new AppError("gone", "This link has expired. Ask for a new one.");
  return { userId, email };
}

/**
 * Whether the caller may make Fieldkit mail others. That takes an address that is proved: a person's own, for a key that
 * of an admin of its team. Where mail only stays in the outbox, everybody may.
 */
export async function mayMail(ctx: Ctx, teamId: string): Promise<boolean> {
  if (env().mail.service === "outbox") return true;
  if (ctx.actor.kind === "user") return isProved(ctx, ctx.actor.user.id);
  const [admin] = await ctx.db
    .select({ id: users.id })
    .from(teamMembers)
    .innerJoin(users, eq(users.id, teamMembers.userId))
    .where(and(eq(teamMembers.teamId, teamId), eq(teamMembers.role, "admin"), eq(users.emailVerified, true)))
    .limit(1);
  return admin !== undefined;
}

/** @throws {AppError} `forbidden`, with what to do about it */
export async function requireMayMail(ctx: Ctx, teamId: string): Promise<void> {
  if (await mayMail(ctx, teamId)) return;
  const how = "POST /api/auth/send-verification-email sends a link";
  throw new AppError(
    "forbidden",
    ctx.actor.kind === "user"
      ? `Prove first that ${ctx.actor.user.email} is yours: ${how} to it. Open that, then send again.`
      : `No admin of this team has proved an e-mail address yet. Signed in, ${how} to theirs.`,
  );
}

async function isProved({ db }: Ctx, userId: string): Promise<boolean> {
  const [user] = await db.select({ proved: users.emailVerified }).from(users).where(eq(users.id, userId));
  return user?.proved ?? false;
}
