/**
 * `npm run outbox [-- <id>]`: the emails that a running Fieldkit keeps because no mail service is configured, and those that
 * wait for their next attempt.
 */
import { resolve } from "node:path";
import { and, desc, eq, isNotNull, sql } from "drizzle-orm";
import { env } from "@/lib/platform/env/env";
import { presentAuthSecret } from "@/lib/platform/secrets/auth-secret";
import { SealError, unseal } from "@/lib/platform/secrets/seal";
import { connect, type Db } from "./client";
import { embeddedUrl } from "./embedded/embedded-url";
import { emailSealName } from "./outbox";
import { emails } from "./schema/emails";
import { outboxMails } from "./schema/releases";

const listed = 50;

const { databaseUrl, dataDir, authSecretsBefore } = env();
const database = connect(databaseUrl ?? embeddedUrl(resolve(dataDir)));
const [, , id] = process.argv;
try {
  const text = id === undefined ? await list(database.db) : await show(database.db, id);
  process.stdout.write(`${text}\n`);
} catch {
  process.exitCode = 1;
  const where = databaseUrl ? "DATABASE_URL" : `the database in ${dataDir}`;
  process.stderr.write(`The emails in ${where} could not be read. Start Fieldkit there, then try again.\n`);
} finally {
  await database.close();
}

async function list(db: Db): Promise<string> {
  const { createdAt, recipient, subject } = outboxMails;
  const kept = await db
    .select({ id: outboxMails.id, createdAt, recipient, subject })
    .from(outboxMails)
    .orderBy(desc(createdAt))
    .limit(listed);
  const waiting = await db
    .select()
    .from(emails)
    .where(and(eq(emails.state, "queued"), isNotNull(emails.error)))
    .orderBy(desc(emails.createdAt))
    .limit(listed);
  if (kept.length + waiting.length === 0) return "The outbox is empty.";
  const lines = kept.map((row) => lineOf(row));
  if (waiting.length === 0) return lines.join("\n");
  const waitingLines = waiting.map(
    (row) => `${lineOf(row)}  (${row.error} Next attempt ${row.dueAt.toISOString()})`,
  );
  return [...lines, "", "Waiting for the next attempt:", ...waitingLines].join("\n").trimStart();
}

type Line = Pick<typeof outboxMails.$inferSelect, "id" | "createdAt" | "recipient" | "subject">;

function lineOf({ id: mailId, createdAt, recipient, subject }: Line): string {
  return `${mailId}  ${createdAt.toISOString()}  ${recipient}  ${subject}`;
}

async function show(db: Db, wanted: string): Promise<string> {
  const [mail] = await db.select().from(outboxMails).where(sql`${outboxMails.id}::text = ${wanted}`);
  if (mail) {
    const files = mail.attachments.map(({ name, size }) => `\nAttached: ${name}, ${size} bytes`);
    return `To: ${mail.recipient}\nSubject: ${mail.subject}${files.join("")}\n\n${mail.text}`;
  }
  const [waiting] = await db.select().from(emails).where(sql`${emails.id}::text = ${wanted}`);
  if (!waiting?.sealedMessage) return "There is no email with this ID.";
  return `To: ${waiting.recipient}\nSubject: ${waiting.subject}\n\n${textOf(waiting.id, waiting.sealedMessage)}`;
}

function textOf(emailId: string, sealed: string): string {
  const present = presentAuthSecret();
  const secrets = [...(present === undefined ? [] : [present]), ...authSecretsBefore];
  try {
    return (JSON.parse(unseal(sealed, emailSealName(emailId), secrets)) as { text: string }).text;
  } catch (error) {
    if (!(error instanceof SealError)) throw error;
    return "It is encrypted. Set AUTH_SECRET as Fieldkit has it, or run this where its DATA_DIR is.";
  }
}
