import { and, asc, eq, sum } from "drizzle-orm";
import type { Db } from "@/db/client";
import { releaseAttachments } from "@/db/schema/releases";
import { notFound } from "@/lib/operations/errors";
import { isGuid } from "@/lib/operations/ids";
import { withIsoTimes } from "@/lib/operations/present";
import type { MailAttachment } from "@/lib/platform/mail/message";

type AttachmentRow = Omit<typeof releaseAttachments.$inferSelect, "content">;

/** All columns but the bytes. */
export const describedColumns = {
  id: releaseAttachments.id,
  releaseId: releaseAttachments.releaseId,
  name: releaseAttachments.name,
  contentType: releaseAttachments.contentType,
  size: releaseAttachments.size,
  createdAt: releaseAttachments.createdAt,
};

/** An attachment as the API shows it. */
export const toAttachment = (row: AttachmentRow) => withIsoTimes(row);

/** @throws {AppError} `not_found` */
export async function requireAttachment(db: Db, releaseId: string, id: string): Promise<AttachmentRow> {
  const [row] = isGuid(id)
    ? await db
        .select(describedColumns)
        .from(releaseAttachments)
        .where(and(eq(releaseAttachments.id, id), eq(releaseAttachments.releaseId, releaseId)))
    : [];
  if (!row) throw notFound("Attachment");
  return row;
}

/** Bytes of all attachments of a release. */
export async function attachedBytes(db: Db, releaseId: string): Promise<number> {
  const [row] = await db
    .select({ total: sum(releaseAttachments.size) })
    .from(releaseAttachments)
    .where(eq(releaseAttachments.releaseId, releaseId));
  return Number(row?.total ?? 0);
}

/** The attachments of the e-mail, in the order in which they were added. */
export function attachmentsToSend(db: Db, releaseId: string): Promise<MailAttachment[]> {
  const { name, contentType, content, createdAt, id } = releaseAttachments;
  return db
    .select({ name, contentType, content })
    .from(releaseAttachments)
    .where(eq(releaseAttachments.releaseId, releaseId))
    .orderBy(asc(createdAt), asc(id));
}
