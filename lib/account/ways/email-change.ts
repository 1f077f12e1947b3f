import { randomBytes } from "node:crypto";
import { and, eq, gt, sql } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import { outbox } from "@/db/outbox";
import { users, verifications } from "@/db/schema/auth";
import { isUniqueViolation } from "@/db/unique-violation";
import { requireUser } from "@/lib/auth/access";
import { endOpenLinks } from "@/lib/auth/end-open-links";
import { rememberedSessions } from "@/lib/auth/end-sessions";
import { countRate } from "@/lib/auth/limits";
import { mailNotice } from "@/lib/auth/notice-mail";
import { requireProof } from "@/lib/auth/require-proof";
import { type Ctx, transaction } from "@/lib/operations/context";
import { AppError, notFound } from "@/lib/operations/errors";
import { implement } from "@/lib/operations/implement";
import { askingForm, pageAnswer } from "@/lib/operations/page-answer";
import { invalid } from "@/lib/operations/read-body";
import { noteTrail } from "@/lib/operations/trail";
import { env } from "@/lib/platform/env/env";
import { escapeHtml } from "@/lib/platform/html/escape-html";
import { log } from "@/lib/platform/log/log";
import { mailer } from "@/lib/platform/mail/mail";
import { MailError } from "@/lib/platform/mail/mail-error";
import { signed, textOfSigned } from "@/lib/platform/secrets/signed";
import { changeEmail, requestEmailChange, showEmailChange } from "./contract";
import { changeMail, takenMail } from "./email-change-mail";

const purpose = "change of e-mail address";
const linkMs = 24 * 60 * 60 * 1000;
/** The row of the only link of somebody that counts: the latest. */
const nameOf = (userId: string) => `change-email:${userId}`;

/** Answers alike whether the address is somebody's or not: its owner learns by mail of what was tried. */
export const handleRequestEmailChange = implement(requestEmailChange, async (ctx, input) => {
  const user = requireUser(ctx);
  const { newEmail, password } = await input.fields();
  const email = newEmail.toLowerCase();
  if (email === user.email.toLowerCase()) {
    throw invalid([{ path: "newEmail", message: "is the account's address already" }]);
  }
  await requireProof(ctx, password);
  await countRate(ctx, "accountMailsPerHour", user.id);
  await countRate(ctx, "accountMailsPerHour", email);
  const nonce = randomBytes(18).toString("base64url");
  await transaction(ctx, async ({ db }) => {
    await db.delete(verifications).where(eq(verifications.identifier, nameOf(user.id)));
    const expiresAt = new Date(ctx.now().getTime() + linkMs);
    const link = { id: uuidv7(), identifier: nameOf(user.id), value: `${nonce} ${email}`, expiresAt };
    await db.insert(verifications).values(link);
  });
  const url = `${env().appUrl}/api/auth/change-email/${signed(purpose, `${user.id} ${nonce} ${email}`)}`;
  const [taken] = await ctx.db.select({ id: users.id }).from(users).where(eq(users.email, email));
  const { db } = ctx;
  ctx.after(() =>
    ctx.background(() => mailOrLog({ db }, taken ? takenMail(email) : changeMail(email, user.email, url))),
  );
  return { success: true as const };
});

async function mailOrLog({ db }: Pick<Ctx, "db">, mail: ReturnType<typeof takenMail>): Promise<void> {
  try {
    await mailer(outbox(db))(mail);
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    log().warn({ detail: error.detail }, "a link for another e-mail address could not be mailed");
  }
}

export const handleShowEmailChange = implement(showEmailChange, async (ctx, input) => {
  const link = linkOf(input.emailChange);
  await input.fields();
  await requireOpen(ctx, link);
  const why = "<p>It then signs in to your Fieldkit account instead of the one before.</p>";
  return pageAnswer(`Use ${link.email} from now on?`, why + askingForm("Yes, change it"));
});

export const handleChangeEmail = implement(changeEmail, async (ctx, input) => {
  const link = linkOf(input.emailChange);
  await input.fields();
  const before = await transaction(ctx, (inner) => change(inner, link));
  mailNotice(ctx, before, "address");
  if (!ctx.headers.get("accept")?.includes("text/html")) return { success: true as const };
  const back = `<p><a href="${escapeHtml(env().appUrl)}">Open Fieldkit</a></p>`;
  return pageAnswer("Your e-mail address is changed", back);
});

type Link = { userId: string; nonce: string; email: string };

/** @returns the address that was the account's */
async function change(ctx: Ctx, link: Link): Promise<string> {
  const { db } = ctx;
  const [used] = await db.delete(verifications).where(isOpen(ctx, link)).returning({ id: verifications.id });
  const [person] = await db.select().from(users).where(eq(users.id, link.userId)).for("update");
  if (!used || !person) throw brokenLink();
  try {
    await db.update(users).set({ email: link.email, emailVerified: true }).where(eq(users.id, person.id));
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new AppError("conflict", "There is an account with this e-mail address by now.");
  }
  await endOpenLinks(ctx, person.id);
  noteTrail(ctx, {
    ...{ ownerId: person.id, subject: { name: person.name } },
    ...{ before: { email: person.email }, after: { email: link.email } },
  });
  ctx.after(await rememberedSessions(db, person.id));
  return person.email;
}

/** @throws {AppError} `not_found` */
function linkOf(token: string): Link {
  const [userId = "", nonce = "", email = ""] = (textOfSigned(purpose, token) ?? "").split(" ");
  if (email === "") throw notFound("Link");
  return { userId, nonce, email };
}

const isOpen = (ctx: Ctx, { userId, nonce, email }: Link) =>
  and(
    eq(verifications.identifier, nameOf(userId)),
    eq(verifications.value, `${nonce} ${email}`),
    gt(verifications.expiresAt, ctx.now()),
  );

async function requireOpen(ctx: Ctx, link: Link): Promise<void> {
  const [row] = await ctx.db.select({ one: sql`1` }).from(verifications).where(isOpen(ctx, link));
  if (!row) throw brokenLink();
}

const brokenLink = () =>
  new AppError("gone", "This link was used already, has expired, or a newer one was asked for.");
