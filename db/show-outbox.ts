/** `npm run outbox [-- <id>]`: the mail that a running Fieldkit keeps while no mail service is configured. */
import { resolve } from "node:path";
import { desc, sql } from "drizzle-orm";
import { env } from "@/lib/platform/env/env";
import { connect, type Db } from "./client";
import { embeddedUrl } from "./embedded/embedded-url";
import { outboxMails } from "./schema/releases";

const listed = 50;

const { databaseUrl, dataDir } = env();
const database = connect(databaseUrl ?? embeddedUrl(resolve(dataDir)));
const [, , id] = process.argv;
try {
  const text = id === undefined ? await list(database.db) : await show(database.db, id);
  process.stdout.write(`${text}\n`);
} catch {
  process.exitCode = 1;
  const where = databaseUrl ? "DATABASE_URL" : `the database in ${dataDir}`;
  process.stderr.write(`The mail in ${where} could not be read. Start Fieldkit there, then try again.\n`);
} finally {
  await database.close();
}

async function list(db: Db): Promise<string> {
  const { createdAt, recipient, subject } = outboxMails;
  const rows = await db
    .select({ id: outboxMails.id, createdAt, recipient, subject })
    .from(outboxMails)
    .orderBy(desc(createdAt))
    .limit(listed);
  if (rows.length === 0) return "The outbox is empty.";
  return rows
    .map((row) => `${row.id}  ${row.createdAt.toISOString()}  ${row.recipient}  ${row.subject}`)
    .join("\n");
}

async function show(db: Db, wanted: string): Promise<string> {
  const [mail] = await db.select().from(outboxMails).where(sql`${outboxMails.id}::text = ${wanted}`);
  if (!mail) return "There is no such mail.";
  const files = mail.attachments.map(({ name, size }) => `\nAttached: ${name}, ${size} bytes`);
  return `To: ${mail.recipient}\nSubject: ${mail.subject}${files.join("")}\n\n${mail.text}`;
}
