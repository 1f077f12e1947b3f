import { requireProject } from "@/lib/auth/access";
import { deleteUndoably } from "@/lib/deletions/delete-undoably";
import { forgetFlags } from "@/lib/environments/forget-flags";
import { implement } from "@/lib/operations/implement";
import { deleteFlag } from "./contract";
import { requireFlag } from "./require-flag";

export const handleDeleteFlag = implement(deleteFlag, async (ctx, input) => {
  const project = await requireProject(ctx, { referenceId: input.projectId });
  const { flag } = await requireFlag(ctx, project.id, input.flagId);
  await deleteUndoably(ctx, "flag", { projectId: project.id, itemId: flag.id });
  ctx.after(() => forgetFlags(project.id));
  return { success: true as const };
});
