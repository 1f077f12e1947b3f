import { lt } from "drizzle-orm";
import type { SendMail } from "@/lib/platform/mail/message";
import type { Db } from "./client";
import { deleteInBatches } from "./delete-in-batches";
import { outboxMails } from "./schema/releases";

/** What a queued email's message is sealed for. */
export const emailSealName = (id: string): string => `emails/${id}`;

const keptMs = 30 * 24 * 60 * 60 * 1000;

/** Keeps mail for the operator to read, each once, where no mail service is configured. */
export function outbox(db: Db): SendMail {
  return async ({ id, to, subject, html, text, attachments = [] }) => {
    await db
      .insert(outboxMails)
      .values({
        id,
        recipient: to,
        subject,
        html,
        text,
        attachments: attachments.map(({ name, content }) => ({ name, size: content.byteLength })),
        createdAt: new Date(),
      })
      .onConflictDoNothing();
  };
}

/** Removes mail that is older than 30 days. */
export async function pruneOutbox(db: Db, now: Date): Promise<void> {
  await deleteInBatches(db, outboxMails, lt(outboxMails.createdAt, new Date(now.getTime() - keptMs)));
}
