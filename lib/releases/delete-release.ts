import { eq } from "drizzle-orm";
import { releases } from "@/db/schema/releases";
import { requireProject } from "@/lib/auth/access";
import { implement } from "@/lib/operations/implement";
import { deleteRelease } from "./contract";
import { requireRelease } from "./require-release";

export const handleDeleteRelease = implement(deleteRelease, async (ctx, input) => {
  const project = await requireProject(ctx, { uuid: input.projectId });
  const release = await requireRelease(ctx, project.id, input.releaseId);
  await ctx.db.delete(releases).where(eq(releases.id, release.id));
  return { success: true as const };
});
