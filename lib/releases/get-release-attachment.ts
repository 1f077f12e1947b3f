import { eq } from "drizzle-orm";
import { releaseAttachments } from "@/db/schema/releases";
import { requireProject } from "@/lib/auth/access";
import { Answer } from "@/lib/operations/answer";
import { notFound } from "@/lib/operations/errors";
import { implement } from "@/lib/operations/implement";
import { requireAttachment } from "./attachments";
import { getReleaseAttachment } from "./contract";
import { attachmentDisposition } from "./file-name";
import { requireRelease } from "./require-release";

/** Always a download: what somebody uploaded must not be a page of ours. */
export const handleGetReleaseAttachment = implement(getReleaseAttachment, async (ctx, input) => {
  const project = await requireProject(ctx, { uuid: input.projectId });
  const release = await requireRelease(ctx, project.id, input.releaseId);
  const { id, name, contentType } = await requireAttachment(ctx.db, release.id, input.attachmentId);
  const [row] = await ctx.db
    .select({ content: releaseAttachments.content })
    .from(releaseAttachments)
    .where(eq(releaseAttachments.id, id));
  if (!row) throw notFound("Attachment");
  return new Answer(
    200,
    {
      "content-type": contentType,
      "content-length": String(row.content.byteLength),
      "content-disposition": attachmentDisposition(name),
      "content-security-policy": "sandbox",
      "x-content-type-options": "nosniff",
    },
    row.content,
  );
});
