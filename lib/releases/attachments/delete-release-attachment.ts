import { eq } from "drizzle-orm";
import { releaseAttachments } from "@/db/schema/releases";
import { requireProject } from "@/lib/auth/access";
import { implement } from "@/lib/operations/implement";
import { requireRelease } from "../notes/require-release";
import { requireAttachment } from "./attachments";
import { deleteReleaseAttachment } from "./contract";

export const handleDeleteReleaseAttachment = implement(deleteReleaseAttachment, async (ctx, input) => {
  const project = await requireProject(ctx, { uuid: input.projectId });
  const release = await requireRelease(ctx, project.id, input.releaseId);
  const { id } = await requireAttachment(ctx.db, release.id, input.attachmentId);
  await ctx.db.delete(releaseAttachments).where(eq(releaseAttachments.id, id));
  return { success: true as const };
});
