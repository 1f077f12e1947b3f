import { eq } from "drizzle-orm";
import { releaseAttachments } from "@/db/schema/releases";
import { requireProject } from "@/lib/auth/access";
import { implement } from "@/lib/operations/implement";
import { noteBefore } from "@/lib/operations/trail";
import { requireRelease } from "../notes/require-release";
import { requireAttachment, toAttachment } from "./attachments";
import { deleteReleaseAttachment } from "./contract";

export const handleDeleteReleaseAttachment = implement(deleteReleaseAttachment, async (ctx, input) => {
  const project = await requireProject(ctx, { id: input.projectId });
  const release = await requireRelease(ctx, project.id, input.releaseId);
  const attachment = await requireAttachment(ctx.db, release.id, input.attachmentId);
  noteBefore(ctx, toAttachment(attachment));
  await ctx.db.delete(releaseAttachments).where(eq(releaseAttachments.id, attachment.id));
  return { success: true as const };
});
