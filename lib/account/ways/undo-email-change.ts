import { and, eq, ne } from "drizzle-orm";
import { users } from "@/db/schema/auth";
import {
  cancelEmailChange,
  restoreEmail,
  showEmailChangeCancellation,
  showEmailRestoration,
} from "@/lib/account/email-change/contract";
import { endAccess, lockUser } from "@/lib/auth/end-access";
import { passwordResetUrl } from "@/lib/auth/mail-password-reset";
import {
  deleteMailedLinks,
  expiredLink,
  linksAreMailed,
  type MailedLink,
  requireMailedLink,
  takeMailedLink,
} from "@/lib/auth/mailed-links";
import { createResetLink } from "@/lib/auth/password-reset";
import { type Ctx, transaction } from "@/lib/operations/context";
import { implement } from "@/lib/operations/implement";
import {
  askingForm,
  pageAnswer,
  pageLink,
  pageText,
  wantsPage,
  withRefusalPage,
} from "@/lib/operations/page-answer";
import { noteTrail } from "@/lib/operations/trail";
import { env } from "@/lib/platform/env/env";
import { openFieldkit, queueNotice, storeEmail } from "./email-change";
import { restoredMail } from "./email-change-mail";

export const handleShowEmailChangeCancellation = implement(showEmailChangeCancellation, (ctx, input) =>
  withRefusalPage(ctx, openFieldkit(), async () => {
    const { db } = ctx;
    const { email } = await requireMailedLink(db, "cancel-email-change", input.cancellation, ctx.now());
    const what = `The email address of your account stays the same instead of changing to ${email}. Every session is signed out.`;
    return pageAnswer(
      "Cancel the email change?",
      pageText(what) + askingForm("Cancel and sign out everywhere"),
    );
  }),
);

export const handleCancelEmailChange = implement(cancelEmailChange, (ctx, input) =>
  withRefusalPage(ctx, openFieldkit(), async () => {
    await input.fields();
    const owner = await transaction(ctx, (inner) => cancel(inner, input.cancellation));
    if (!wantsPage(ctx)) return { success: true as const };
    const url = `${env().appUrl}/forgot-password?email=${encodeURIComponent(owner.email)}`;
    const what = "The person who requested it may know your password. Reset it now.";
    return pageAnswer("Email change canceled", pageText(what) + pageLink(url, "Reset your password"));
  }),
);

async function cancel(ctx: Ctx, token: string) {
  const { db } = ctx;
  const { userId, email } = await requireMailedLink(db, "cancel-email-change", token, ctx.now());
  const owner = await lockUser(db, userId);
  await takeMailedLink(db, "cancel-email-change", token, ctx.now());
  if (!owner) throw expiredLink();
  ctx.after(await endAccess(db, userId, "signed out everywhere"));
  noteTrail(ctx, {
    ...{ ownerId: userId, subject: { name: owner.name } },
    ...{ before: { pendingEmail: email }, after: { pendingEmail: null } },
  });
  return owner;
}

export const handleShowEmailRestoration = implement(showEmailRestoration, (ctx, input) =>
  withRefusalPage(ctx, openFieldkit(), async () => {
    const { email } = await requireMailedLink(ctx.db, "restore-email", input.restoration, ctx.now());
    const what =
      "Every session is signed out, the password stops working, and passkeys, providers and two-factor authentication added since the change are removed. You then choose a new password.";
    return pageAnswer(`Restore ${email}?`, pageText(what) + askingForm("Restore and reset password"));
  }),
);

export const handleRestoreEmail = implement(restoreEmail, (ctx, input) =>
  withRefusalPage(ctx, openFieldkit(), async () => {
    await input.fields();
    const token = await transaction(ctx, (inner) => restore(inner, input.restoration));
    const resetUrl = passwordResetUrl(token);
    if (!wantsPage(ctx)) return { success: true as const, resetUrl };
    const what = "Now choose a new password. This link works once, for an hour.";
    return pageAnswer("Email address restored", pageText(what) + pageLink(resetUrl, "Choose a new password"));
  }),
);

/** @returns the token of a link for a new password */
async function restore(ctx: Ctx, token: string): Promise<string> {
  const { db } = ctx;
  const { userId, email } = await requireMailedLink(db, "restore-email", token, ctx.now());
  const [holder] = await db.select({ id: users.id }).from(users).where(heldByOther(email, userId));
  // In one order, so that two restorations never wait for each other.
  const ids = [userId, ...(holder ? [holder.id] : [])].sort();
  const locked = new Map<string, Awaited<ReturnType<typeof lockUser>>>();
  for (const id of ids) locked.set(id, await lockUser(db, id));
  const person = locked.get(userId);
  const link = await takeMailedLink(db, "restore-email", token, ctx.now());
  if (!person) throw expiredLink();
  if (link.provesAddress) await releaseAddress(ctx, link);
  await storeEmail(db, userId, { email: link.email, emailVerified: link.provesAddress || link.wasVerified });
  ctx.after(await endAccess(db, userId, "email restored", { since: link.createdAt }));
  // Links of later changes went to addresses that an intruder may have chosen.
  await deleteMailedLinks(db, "restore-email", userId, link.createdAt);
  noteTrail(ctx, {
    ...{ ownerId: userId, subject: { name: person.name } },
    ...{ before: { email: person.email }, after: { email: link.email } },
  });
  queueNotice(ctx, restoredMail(person.email));
  return createResetLink(ctx, userId, link.provesAddress && linksAreMailed());
}

/**
 * Takes the address away from an account that signed up with it since and never verified it. Otherwise an intruder could
 * keep the owner out by signing up.
 */
async function releaseAddress(ctx: Ctx, { email, userId }: MailedLink<"restore-email">): Promise<void> {
  const [other] = await ctx.db.select({ id: users.id }).from(users).where(heldByOther(email, userId));
  if (!other) return;
  ctx.after(await endAccess(ctx.db, other.id, "email changed"));
  // Names ending in .invalid never receive email (RFC 2606).
  await storeEmail(ctx.db, other.id, { email: `${other.id}@released.invalid`, emailVerified: false });
}

const heldByOther = (email: string, userId: string) =>
  and(eq(users.email, email), eq(users.emailVerified, false), ne(users.id, userId));
