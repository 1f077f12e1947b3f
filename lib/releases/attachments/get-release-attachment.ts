import { eq } from "drizzle-orm";
import { releaseAttachments } from "@/db/schema/releases";
import { requireProject } from "@/lib/auth/access";
import { download } from "@/lib/operations/answer";
import { notFound } from "@/lib/operations/errors";
import { implement } from "@/lib/operations/implement";
import { requireRelease } from "../notes/require-release";
import { requireAttachment } from "./attachments";
import { getReleaseAttachment } from "./contract";

export const handleGetReleaseAttachment = implement(getReleaseAttachment, async (ctx, input) => {
  const project = await requireProject(ctx, { id: input.projectId });
  const release = await requireRelease(ctx, project.id, input.releaseId);
  const { id, name, contentType } = await requireAttachment(ctx.db, release.id, input.attachmentId);
  const [row] = await ctx.db
    .select({ content: releaseAttachments.content })
    .from(releaseAttachments)
    .where(eq(releaseAttachments.id, id));
  if (!row) throw notFound("Attachment");
  return download(name, contentType, row.content);
});
