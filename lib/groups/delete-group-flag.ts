import { eq } from "drizzle-orm";
import { groupFlags } from "@/db/schema/flags";
import { requireProject } from "@/lib/auth/access";
import { forgetFlags } from "@/lib/environments/forget-flags";
import { requireAllConfirmed } from "@/lib/environments/require-confirmed";
import { implement } from "@/lib/operations/implement";
import { noteBefore } from "@/lib/operations/trail";
import { deleteGroupFlag, GroupFlag } from "./contract";
import { holdGroup, holdNeeds } from "./hold-targeting";
import { requireGroup, requireGroupFlag } from "./require-group";
import { toGroupFlag } from "./to-group";

export const handleDeleteGroupFlag = implement(deleteGroupFlag, async (ctx, input) => {
  const project = await requireProject(ctx, { referenceId: input.projectId });
  const group = await requireGroup(ctx, project.id, input.groupId);
  await holdGroup(ctx, group.id);
  const flag = await requireGroupFlag(ctx, group.id, input.groupFlagId, "update");
  await requireAllConfirmed(ctx, project.id);
  noteBefore(ctx, GroupFlag.parse(toGroupFlag(flag)));
  await holdNeeds(ctx, flag, undefined);
  await ctx.db.delete(groupFlags).where(eq(groupFlags.id, flag.id));
  ctx.after(() => forgetFlags(project.id));
  return { success: true as const };
});
