import { and, desc, eq, inArray } from "drizzle-orm";
import type { Db } from "@/db/client";
import { db as database } from "@/db/database";
import { emailSealName, outbox } from "@/db/outbox";
import { emails } from "@/db/schema/emails";
import type { Ctx } from "@/lib/operations/context";
import { env } from "@/lib/platform/env/env";
import type { Mail } from "@/lib/platform/mail/message";
import { seal } from "@/lib/platform/secrets/seal";
import { type EmailStatus, needsVerification, notConfigured, queued } from "./contract";
import { sendQueued } from "./worker";

const hourMs = 60 * 60 * 1000;
const lastsMsMax = 24 * hourMs;

export type Email = {
  mail: Mail;
  topic: string;
  /** How long its link works. Attempts end then, and after 24 hours at the latest. */
  lastsMs?: number;
};

/** Queues an email in the caller's transaction, if there is one. Attempts begin after the commit. */
export async function queueEmail(
  { db, after, background }: Pick<Ctx, "db" | "after" | "background">,
  email: Email,
): Promise<EmailStatus> {
  const status = await store(db, email);
  if (status.state === "queued") after(() => background(sendQueued));
  return status;
}

/** The same after the response has left. */
export async function queueNow(email: Email): Promise<void> {
  const status = await store(database(), email);
  if (status.state === "queued") await sendQueued();
}

/** Notes that an email isn't sent, because its sender hasn't verified their own address. */
export async function noteUnverified(db: Db, email: Email): Promise<EmailStatus> {
  await insert(db, email, { state: "needs_verification", endedAt: new Date() });
  return needsVerification;
}

/** Without a mail service the email goes to the outbox. */
async function store(db: Db, email: Email): Promise<EmailStatus> {
  if (env().mail.service === "outbox") {
    await outbox(db)(email.mail);
    await insert(db, email, { state: "not_configured", endedAt: new Date() });
    return notConfigured;
  }
  const { id, to: _, subject: __, ...message } = email.mail;
  const sealedMessage = seal(JSON.stringify(message), emailSealName(id));
  await insert(db, email, { state: "queued", sealedMessage });
  return queued;
}

async function insert(
  db: Db,
  { mail: { id, to: recipient, subject }, topic, lastsMs = lastsMsMax }: Email,
  fields: Pick<typeof emails.$inferInsert, "state" | "sealedMessage" | "endedAt">,
): Promise<void> {
  const now = Date.now();
  await db.insert(emails).values({
    ...{ id, topic, recipient, subject, ...fields },
    dueAt: new Date(now),
    untilAt: new Date(now + Math.min(lastsMs, lastsMsMax)),
    createdAt: new Date(now),
  });
}

/** What became of the newest email of each topic that has one. */
export async function statusesOf(db: Db, topics: readonly string[]): Promise<Map<string, EmailStatus>> {
  if (topics.length === 0) return new Map();
  const { topic, state, error, attempts, dueAt, endedAt, createdAt } = emails;
  const rows = await db
    .selectDistinctOn([topic], { topic, state, error, attempts, dueAt, endedAt })
    .from(emails)
    .where(inArray(topic, [...topics]))
    .orderBy(topic, desc(createdAt));
  return new Map(
    rows.map((row) => [
      row.topic,
      {
        ...{ state: row.state, error: row.error, attempts: row.attempts },
        nextAttemptAt: row.state === "queued" && row.error !== null ? row.dueAt.toISOString() : null,
        sentAt: row.state === "sent" ? (row.endedAt?.toISOString() ?? null) : null,
      },
    ]),
  );
}

/** Deletes queued emails of these topics, because their links don't work anymore. */
export async function dropEmails(db: Db, ...topics: string[]): Promise<void> {
  await db.delete(emails).where(and(inArray(emails.topic, topics), eq(emails.state, "queued")));
}
