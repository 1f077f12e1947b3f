import { requireProject } from "@/lib/auth/access";
import { deleteUndoably } from "@/lib/deletions/delete-undoably";
import { implement } from "@/lib/operations/implement";
import { noteReleaseEvent } from "../webhooks/note-event";
import { deleteRelease, Release } from "./contract";
import { requireRelease } from "./require-release";
import { toRelease } from "./to-release";

export const handleDeleteRelease = implement(deleteRelease, async (ctx, input) => {
  const project = await requireProject(ctx, { id: input.projectId });
  const release = await requireRelease(ctx, project.id, input.releaseId, "update");
  if (release.status === "published") await noteReleaseEvent(ctx, "release.unpublished", release);
  const shown = Release.parse(toRelease(release));
  await deleteUndoably(ctx, "release", { projectId: project.id, itemId: release.id }, shown);
  return { success: true as const };
});
