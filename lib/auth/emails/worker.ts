import { and, eq, isNotNull, isNull, lt, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { db as database } from "@/db/database";
import { deleteInBatches } from "@/db/delete-in-batches";
import { emailSealName, outbox } from "@/db/outbox";
import { emails } from "@/db/schema/emails";
import { invitations } from "@/db/schema/teams";
import { outcomeOf } from "@/lib/platform/deliveries/outcome";
import { env } from "@/lib/platform/env/env";
import { log } from "@/lib/platform/log/log";
import { mailer } from "@/lib/platform/mail/mail";
import { MailError } from "@/lib/platform/mail/mail-error";
import type { Mail } from "@/lib/platform/mail/message";
import { isClockRunning, keepTime, wakeClock } from "@/lib/platform/process/clock";
import { SealError, unseal } from "@/lib/platform/secrets/seal";
import { singleton } from "@/lib/platform/singleton";
import { invitationOf, isAskedByStrangers } from "./topics";

type Row = typeof emails.$inferSelect;

/** How long an attempt can take before another process repeats it. A mailer gives up after a minute. */
const leaseMs = 90_000;
/** Emails that a process sends at a time. */
const lanes = 4;
const keptMs = 30 * 24 * 60 * 60 * 1000;

/**
 * Whether the mail service failed at the last attempt of this process. Emails that strangers ask for don't count, because
 * strangers see this and could learn which addresses have accounts.
 */
const mailService = (): { isFailing: boolean } => singleton("mail service", () => ({ isFailing: false }));

/** What a person is told about an email without learning whether it was sent. */
export function mailServiceState(): "not_configured" | "queued" | "delayed" {
  if (env().mail.service === "outbox") return "not_configured";
  return mailService().isFailing ? "delayed" : "queued";
}

/** Sends what was queued in this process: by its clock, or now if it has none. */
export async function sendQueued(): Promise<void> {
  wakeClock("emails");
  if (!isClockRunning("emails")) await workOnEmails();
}

/** Sends queued emails at their time, as long as this process runs. */
export const keepTimeOfEmails = () =>
  keepTime("emails", async () => {
    // A service that fails is tried again at the next look.
    if (!(await workOnEmails())) return null;
    const [next] = await database()
      .select({ at: sql<string | null>`min(${emails.dueAt})` })
      .from(emails)
      .where(eq(emails.state, "queued"));
    return next?.at ? new Date(next.at) : null;
  });

/**
 * Makes emails that wait for their next attempt due now, because a restart often comes with another mail service. Those
 * that another process may be sending keep their time.
 */
export async function retryWaitingEmails(): Promise<void> {
  const isWaiting = and(
    eq(emails.state, "queued"),
    isNotNull(emails.error),
    sql`${emails.dueAt} > now() + ${leaseMs}::float8 * interval '1 millisecond'`,
  );
  await database().update(emails).set({ dueAt: sql`now()` }).where(isWaiting);
  wakeClock("emails");
}

/**
 * Sends due emails until none is due, or until the mail service itself fails.
 * @returns whether the service works
 */
export async function workOnEmails(): Promise<boolean> {
  let isFailing = false;
  const lane = async () => {
    for (let row = await take(); row; row = isFailing ? undefined : await take()) {
      if ((await attemptEmail(database(), row)) === "service failed") isFailing = true;
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return !isFailing;
}

/** Takes the email that has been due for longest. No other process has it for `leaseMs`. */
async function take(): Promise<Row | undefined> {
  const due = sql`(select id from ${emails} where state = 'queued' and due_at <= now()
    order by due_at limit 1 for update skip locked)`;
  const [row] = await database()
    .update(emails)
    .set({
      attempts: sql`${emails.attempts} + 1`,
      dueAt: sql`now() + ${leaseMs}::float8 * interval '1 millisecond'`,
    })
    .where(eq(emails.id, due))
    .returning();
  return row;
}

/** Sends an email that the caller has taken, once, and records what came of it. */
async function attemptEmail(db: Db, row: Row): Promise<"sent" | "failed" | "service failed"> {
  if (await isObsolete(db, row)) {
    await db.delete(emails).where(eq(emails.id, row.id));
    return "failed";
  }
  try {
    if (row.untilAt <= new Date()) throw expired(row.error);
    await mailer(outbox(db))(messageOf(row));
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    await recordFailure(db, row, error);
    if (error.scope === "service") noteService(row, true);
    log().warn({ email: row.id, detail: error.detail ?? error.message }, "an email could not be sent");
    return error.scope === "service" ? "service failed" : "failed";
  }
  noteService(row, false);
  await db
    .update(emails)
    .set({ state: "sent", error: null, sealedMessage: null, endedAt: new Date() })
    .where(eq(emails.id, row.id));
  return "sent";
}

function noteService({ topic }: Row, isFailing: boolean): void {
  if (!isAskedByStrangers(topic)) mailService().isFailing = isFailing;
}

/** Whether its link was revoked or used since it was queued. */
async function isObsolete(db: Db, { topic }: Row): Promise<boolean> {
  const id = invitationOf(topic);
  if (id === undefined) return false;
  const { acceptedAt, revokedAt } = invitations;
  const isOpen = and(eq(invitations.id, id), isNull(acceptedAt), isNull(revokedAt));
  return (await db.$count(invitations, isOpen)) === 0;
}

async function recordFailure(db: Db, { id, attempts, untilAt }: Row, error: MailError): Promise<void> {
  const now = new Date();
  const dueAt = nextAttemptAt(now, { attempts, untilAt, isFinal: error.isFinal });
  await db
    .update(emails)
    .set({
      // It is tried again anyway.
      error: error.message.replace(/ Try again later\.$/, ""),
      ...(dueAt ? { dueAt } : { state: "failed" as const, sealedMessage: null, endedAt: now }),
    })
    .where(eq(emails.id, id));
}

/** Before the end. The last attempt is a minute before that, wherever the gaps fall. */
const lastAttemptMs = 60_000;

function nextAttemptAt(
  now: Date,
  { attempts, untilAt, isFinal }: { attempts: number; untilAt: Date; isFinal: boolean },
): Date | undefined {
  const outcome = outcomeOf({ statusCode: null, isFinal }, { attempts, retries: true, now });
  const last = new Date(untilAt.getTime() - lastAttemptMs);
  const planned = outcome.state === "pending" ? new Date(now.getTime() + outcome.waitMs) : last;
  const at = planned < last ? planned : last;
  return isFinal || at <= now ? undefined : at;
}

function messageOf({ id, recipient: to, subject, sealedMessage }: Row): Mail {
  try {
    return { id, to, subject, ...JSON.parse(unseal(sealedMessage ?? "", emailSealName(id))) };
  } catch (error) {
    if (!(error instanceof SealError)) throw error;
    const reason = "The email was encrypted with another AUTH_SECRET. Send it again.";
    throw new MailError(reason, { scope: "recipient", isFinal: true });
  }
}

const expired = (error: string | null) =>
  new MailError(error ?? "The email could not be sent in time.", { scope: "recipient", isFinal: true });

/** Deletes emails that are older than 30 days. */
export async function pruneEmails(db: Db, now: Date): Promise<void> {
  await deleteInBatches(db, emails, lt(emails.createdAt, new Date(now.getTime() - keptMs)));
}
