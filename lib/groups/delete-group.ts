import { requireProject } from "@/lib/auth/access";
import { deleteUndoably } from "@/lib/deletions/delete-undoably";
import { forgetFlags } from "@/lib/environments/forget-flags";
import { requireAllConfirmed } from "@/lib/environments/require-confirmed";
import { implement } from "@/lib/operations/implement";
import { deleteGroup, FlagGroup } from "./contract";
import { requireGroup } from "./require-group";
import { toGroup } from "./to-group";

export const handleDeleteGroup = implement(deleteGroup, async (ctx, input) => {
  const project = await requireProject(ctx, { referenceId: input.projectId });
  const group = await requireGroup(ctx, project.id, input.groupId, "update");
  await requireAllConfirmed(ctx, project.id);
  const shown = FlagGroup.parse(toGroup(project.referenceId, group));
  await deleteUndoably(ctx, "group", { projectId: project.id, itemId: group.id }, shown);
  ctx.after(() => forgetFlags(project.id));
  return { success: true as const };
});
