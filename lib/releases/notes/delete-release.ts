import { requireProject } from "@/lib/auth/access";
import { deleteUndoably } from "@/lib/deletions/delete-undoably";
import { implement } from "@/lib/operations/implement";
import { deleteRelease, Release } from "./contract";
import { requireRelease } from "./require-release";
import { toRelease } from "./to-release";

export const handleDeleteRelease = implement(deleteRelease, async (ctx, input) => {
  const project = await requireProject(ctx, { uuid: input.projectId });
  const release = await requireRelease(ctx, project.id, input.releaseId);
  const shown = Release.parse(toRelease(release));
  await deleteUndoably(ctx, "release", { projectId: project.id, itemId: release.id }, shown);
  return { success: true as const };
});
