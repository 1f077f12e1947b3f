import { eq } from "drizzle-orm";
import type { Db } from "@/db/client";
import { users } from "@/db/schema/auth";
import { isUniqueViolation } from "@/db/unique-violation";
import { changeEmail, requestEmailChange, showEmailChange } from "@/lib/account/email-change/contract";
import { requireUser } from "@/lib/auth/access";
import { dropEmails, queueEmail, queueNow } from "@/lib/auth/emails/queue-email";
import { emailChangeTopic, noticeTopic } from "@/lib/auth/emails/topics";
import { endAccess, lockUser } from "@/lib/auth/end-access";
import { countRate } from "@/lib/auth/limits";
import { isLiveSession, lockAccount } from "@/lib/auth/lock-account";
import {
  createMailedLink,
  deleteMailedLinks,
  expiredLink,
  linksAreMailed,
  listMailedLinks,
  type MailedLink,
  requireMailedLink,
  takeMailedLink,
} from "@/lib/auth/mailed-links";
import { circumstances } from "@/lib/auth/notice-mail";
import { requireProof } from "@/lib/auth/require-proof";
import { sessionBeforehand } from "@/lib/auth/session";
import { type Ctx, transaction } from "@/lib/operations/context";
import { AppError } from "@/lib/operations/errors";
import { implement } from "@/lib/operations/implement";
import {
  askingForm,
  pageAnswer,
  pageLink,
  pageText,
  wantsPage,
  withRefusalPage,
} from "@/lib/operations/page-answer";
import { invalid } from "@/lib/operations/read-body";
import { noteTrail } from "@/lib/operations/trail";
import { env } from "@/lib/platform/env/env";
import type { Mail } from "@/lib/platform/mail/message";
import { changedMail, changeMail, requestedMail, takenMail } from "./email-change-mail";

const linkMs = 24 * 60 * 60 * 1000;
const restoreMs = 7 * 24 * 60 * 60 * 1000;

/**
 * Responds the same whether or not the address has an account; its owner gets an email. Only the latest request counts. The
 * notice to the current address is never suppressed, so the number of requests is limited instead.
 */
export const handleRequestEmailChange = implement(requestEmailChange, async (ctx, input) => {
  const user = requireUser(ctx);
  const { newEmail, password } = await input.fields();
  const email = newEmail.toLowerCase();
  if (email === user.email.toLowerCase()) {
    throw invalid([{ path: "newEmail", message: "is already the email address of this account" }]);
  }
  await requireProof(ctx, password);
  await countRate(ctx, "accountMailsPerHour", user.id);
  // Counted separately from the emails that the owner of that address requests.
  await countRate(ctx, "accountMailsPerHour", "new address", email);
  const { confirm, cancel, before } = await transaction(ctx, (inner) => storeRequest(inner, email));
  const [taken] = await ctx.db.select({ id: users.id }).from(users).where(eq(users.email, email));
  noteTrail(ctx, { before: { pendingEmail: null }, after: { pendingEmail: email } });
  const mail = taken ? takenMail(email) : changeMail(email, before, linkTo("change-email", confirm));
  const emailStatus = await queueEmail(ctx, { mail, topic: emailChangeTopic(user.id), lastsMs: linkMs });
  queueNotice(ctx, requestedMail(before, email, circumstances(ctx), linkTo("cancel-email-change", cancel)));
  return { success: true as const, emailStatus };
});

async function storeRequest(ctx: Ctx, email: string) {
  const { id: userId, email: before } = await lockAccount(ctx);
  await deletePendingChange(ctx.db, userId);
  const link = { userId, now: ctx.now(), lastsMs: linkMs };
  const sessionId = ctx.actor.kind === "user" ? ctx.actor.sessionId : "";
  const details = { provesAddress: linksAreMailed(), email, sessionId };
  const confirm = await createMailedLink(ctx.db, "change-email", { ...link, details });
  const cancel = await createMailedLink(ctx.db, "cancel-email-change", { ...link, details: { email } });
  return { confirm, cancel, before };
}

/** Deletes the links of a request for another address. */
export async function deletePendingChange(tx: Db, userId: string): Promise<void> {
  await deleteMailedLinks(tx, "change-email", userId);
  await deleteMailedLinks(tx, "cancel-email-change", userId);
  await dropEmails(tx, emailChangeTopic(userId));
}

export const linkTo = (path: string, token: string) => `${env().appUrl}/api/auth/${path}/${token}`;

export function queueNotice(ctx: Ctx, mail: Mail): void {
  ctx.after(() => ctx.background(() => queueNow({ mail, topic: noticeTopic })));
}

export const openFieldkit = () => pageLink(env().appUrl, "Open Fieldkit");

export const handleShowEmailChange = implement(showEmailChange, (ctx, input) =>
  withRefusalPage(ctx, openFieldkit(), async () => {
    const { email, userId } = await requireMailedLink(ctx.db, "change-email", input.emailChange, ctx.now());
    await input.fields();
    const [person] = await ctx.db.select({ email: users.email }).from(users).where(eq(users.id, userId));
    const what = `The Fieldkit account ${person?.email ?? ""} will sign in with this email address instead.`;
    return pageAnswer(`Use ${email} from now on?`, pageText(what) + askingForm("Change email address"));
  }),
);

export const handleChangeEmail = implement(changeEmail, (ctx, input) =>
  withRefusalPage(ctx, openFieldkit(), async () => {
    const here = sessionBeforehand(ctx);
    await input.fields();
    const { email } = await transaction(ctx, (inner) => change(inner, input.emailChange, here?.sessionId));
    if (!wantsPage(ctx)) return { success: true as const };
    return pageAnswer("Your email address was changed", pageText(`Sign in as ${email}.`) + openFieldkit());
  }),
);

/** @param here the session of this browser, of whichever account */
async function change(
  ctx: Ctx,
  token: string,
  here: string | undefined,
): Promise<MailedLink<"change-email">> {
  const { db } = ctx;
  const { userId } = await requireMailedLink(db, "change-email", token, ctx.now());
  const person = await lockUser(db, userId);
  const link = await takeMailedLink(db, "change-email", token, ctx.now());
  if (!person) throw expiredLink();
  await storeEmail(db, userId, { email: link.email, emailVerified: link.provesAddress });
  const isHere = here !== undefined && (await isLiveSession(ctx, { id: here, userId }));
  const keep = [link.sessionId, ...(isHere ? [here] : [])];
  ctx.after(await endAccess(db, userId, "email changed", { keep }));
  noteTrail(ctx, {
    ...{ ownerId: userId, subject: { name: person.name } },
    ...{ before: { email: person.email }, after: { email: link.email } },
  });
  const restore = (await canRestore(ctx, person, link)) ? await createRestoreLink(ctx, person) : undefined;
  const url = restore && linkTo("restore-email", restore);
  queueNotice(ctx, changedMail(person.email, link.email, circumstances(ctx), url));
  return link;
}

/**
 * Whether the previous address may take the account back. A verified address doesn't give way to one that nobody ever
 * verified, nor an earlier one to which the account returns: the address in between may be an intruder's.
 */
async function canRestore(
  ctx: Ctx,
  { id, emailVerified }: typeof users.$inferSelect,
  { email, provesAddress }: MailedLink<"change-email">,
): Promise<boolean> {
  const links = await listMailedLinks(ctx.db, "restore-email", id, ctx.now());
  const earlier = links.find((each) => each.email === email);
  if (earlier) await deleteMailedLinks(ctx.db, "restore-email", id, earlier.createdAt);
  return !earlier && (emailVerified || !provesAddress);
}

const createRestoreLink = (
  ctx: Ctx,
  { id, email, emailVerified }: typeof users.$inferSelect,
): Promise<string> =>
  createMailedLink(ctx.db, "restore-email", {
    ...{ userId: id, now: ctx.now(), lastsMs: restoreMs },
    details: { provesAddress: linksAreMailed(), email, wasVerified: emailVerified },
  });

/** @throws {AppError} `conflict` */
export async function storeEmail(
  tx: Db,
  userId: string,
  fields: { email: string; emailVerified: boolean },
): Promise<void> {
  try {
    await tx.update(users).set(fields).where(eq(users.id, userId));
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new AppError("conflict", "Another account already has this email address.");
  }
}
