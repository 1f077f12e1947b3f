import { requireProject } from "@/lib/auth/access";
import { deleteUndoably } from "@/lib/deletions/delete-undoably";
import { forgetFlags } from "@/lib/environments/forget-flags";
import { requireConfirmed } from "@/lib/environments/require-confirmed";
import { implement } from "@/lib/operations/implement";
import { deleteFlag, Flag } from "./contract";
import { requireFlag } from "./require-flag";
import { toFlag } from "./to-flag";

export const handleDeleteFlag = implement(deleteFlag, async (ctx, input) => {
  const project = await requireProject(ctx, { referenceId: input.projectId });
  const found = await requireFlag(ctx, project.id, input.flagId, "update");
  requireConfirmed(ctx, [found.environment]);
  const shown = Flag.parse(toFlag(project.referenceId, found));
  await deleteUndoably(ctx, "flag", { projectId: project.id, itemId: found.flag.id }, shown);
  ctx.after(() => forgetFlags(project.id));
  return { success: true as const };
});
