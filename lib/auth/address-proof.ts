import { and, eq } from "drizzle-orm";
import { users } from "@/db/schema/auth";
import { teamMembers } from "@/db/schema/teams";
import { type Ctx, transaction } from "@/lib/operations/context";
import { AppError, notFound } from "@/lib/operations/errors";
import { implement } from "@/lib/operations/implement";
import {
  askingForm,
  pageAnswer,
  pageLink,
  pageText,
  wantsPage,
  withRefusalPage,
} from "@/lib/operations/page-answer";
import { compositeKey } from "@/lib/platform/composite-key";
import { env } from "@/lib/platform/env/env";
import { quotedName } from "@/lib/platform/mail/html";
import { rateOf } from "@/lib/platform/quotas/quota-of";
import { signed, textOfSigned } from "@/lib/platform/secrets/signed";
import { requireUser } from "./access";
import { sendVerificationEmail, showVerification, verifyEmail } from "./contract";
import { dropEmails, queueEmail } from "./emails/queue-email";
import { verificationTopic } from "./emails/topics";
import { lockUser } from "./end-access";
import { countAttempt, countRate } from "./limits";
import { isLiveSession } from "./lock-account";
import { expiredLink } from "./mailed-links";
import { requireOwnOrigin } from "./origin";
import { personOf } from "./person-of";
import { sessionBeforehand, sessionOf } from "./session";
import { verificationMail } from "./verification-mail";

const purpose = "e-mail address";
const linkMs = 24 * 60 * 60 * 1000;

/** Whoever has many accounts has one address to call from: a household's or an office's worth of mails. */
const accountsOfOneAddress = 4;

export const handleSendVerificationEmail = implement(sendVerificationEmail, async (ctx, input) => {
  const { id, email } = requireUser(ctx);
  await input.fields();
  if (await isVerified(ctx, id)) throw new AppError("conflict", "Your email address is already verified.");
  await countRate(ctx, "accountMailsPerHour", id);
  await countRate(ctx, "accountMailsPerHour", email.toLowerCase());
  const rate = rateOf("accountMailsPerHour");
  const ofAddress = { ...rate, max: rate.max * accountsOfOneAddress };
  await countAttempt(ctx, compositeKey("account mails from", ctx.clientAddress), ofAddress);
  const until = ctx.now().getTime() + linkMs;
  const url = `${env().appUrl}${pathOf(signed(purpose, `${id} ${until} ${email}`))}`;
  const mail = verificationMail(email, url);
  await dropEmails(ctx.db, verificationTopic(id));
  const emailStatus = await queueEmail(ctx, { mail, topic: verificationTopic(id), lastsMs: linkMs });
  return { success: true as const, emailStatus };
});

const pathOf = (token: string) => `/api/auth/verify-email/${token}`;

/** Names the account. Only its own session can verify it; everybody else can sign in, or take the address back. */
export const handleShowVerification = implement(showVerification, (ctx, input) =>
  withRefusalPage(ctx, openFieldkit(), async () => {
    const { userId, email } = requireLink(ctx, input.verification);
    const account = await requireAccount(ctx, { userId, email });
    const title = `Verify ${email}?`;
    const what = pageText(
      `Someone created a Fieldkit account named ${quotedName(account.name)} with this email address.`,
    );
    const notMine = pageLink(
      `${env().appUrl}/forgot-password?email=${encodeURIComponent(email)}`,
      "This isn’t mine",
    );
    if (account.emailVerified) return pageAnswer(`${email} is verified`, openFieldkit());
    const here = await sessionOf(ctx.headers);
    if (here?.user.id === userId) return pageAnswer(title, what + askingForm("Verify") + notMine);
    const next = encodeURIComponent(pathOf(input.verification));
    const signIn = pageLink(`${env().appUrl}/sign-in?next=${next}`, "Sign in to verify");
    return pageAnswer(title, what + (here ? pageText(otherAccount(email)) : signIn) + notMine);
  }),
);

/** Doing it a second time succeeds too. */
export const handleVerifyEmail = implement(verifyEmail, (ctx, input) =>
  withRefusalPage(ctx, openFieldkit(), async () => {
    requireOwnOrigin(ctx.headers);
    const here = sessionBeforehand(ctx);
    const link = requireLink(ctx, input.verification);
    await input.fields();
    await requireAccount(ctx, link);
    if (!here) throw new AppError("unauthorized", `Sign in to verify ${link.email}.`);
    if (here.user.id !== link.userId) throw new AppError("forbidden", otherAccount(link.email));
    await transaction(ctx, async (inner) => {
      const user = await lockUser(inner.db, link.userId);
      const isLive = await isLiveSession(inner, { id: here.sessionId, userId: link.userId });
      if (user?.email !== link.email || !isLive) throw expiredLink();
      await inner.db.update(users).set({ emailVerified: true }).where(eq(users.id, link.userId));
      await dropEmails(inner.db, verificationTopic(link.userId));
    });
    if (!wantsPage(ctx)) return { success: true as const };
    return pageAnswer("Your email address is verified", openFieldkit());
  }),
);

const openFieldkit = () => pageLink(env().appUrl, "Open Fieldkit");

const otherAccount = (email: string) =>
  `You are signed in to another account. Sign out, then sign in as ${email} to verify it.`;

type Link = { userId: string; email: string };

/** @throws {AppError} `not_found` for what this installation didn't sign, `gone` */
function requireLink(ctx: Ctx, token: string): Link {
  const [userId = "", until = "", email = ""] = (textOfSigned(purpose, token) ?? "").split(" ");
  if (email === "") throw notFound("Link");
  if (Number(until) <= ctx.now().getTime()) throw expiredLink();
  return { userId, email };
}

/** @throws {AppError} `gone` when the account was deleted or its address was changed */
async function requireAccount({ db }: Ctx, { userId, email }: Link): Promise<typeof users.$inferSelect> {
  const isIt = and(eq(users.id, userId), eq(users.email, email));
  const [account] = await db.select().from(users).where(isIt);
  if (!account) throw expiredLink();
  return account;
}

/**
 * Whether the caller can send email to others. That takes a verified address: the person's own, that of a personal key's owner,
 * or for a key of the project that of an admin of its team. Without a mail service, nobody needs one.
 */
export async function mayMail(ctx: Ctx, teamId: string): Promise<boolean> {
  if (env().mail.service === "outbox") return true;
  const personId = personOf(ctx.actor);
  if (personId !== null) return isVerified(ctx, personId);
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
  if (ctx.actor.kind === "user") {
    throw new AppError(
      "forbidden",
      `Verify ${ctx.actor.user.email} first: ${how} to it. Open the link, then send again.`,
    );
  }
  const who = personOf(ctx.actor) === null ? "No admin of this team has" : "The owner of this key hasn't";
  throw new AppError("forbidden", `${who} verified their email address yet. While signed in, ${how} to it.`);
}

async function isVerified({ db }: Ctx, userId: string): Promise<boolean> {
  const [user] = await db.select({ verified: users.emailVerified }).from(users).where(eq(users.id, userId));
  return user?.verified ?? false;
}
