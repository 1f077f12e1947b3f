import { requireProject } from "@/lib/auth/access";
import { implement } from "@/lib/operations/implement";
import { getGroupFlag } from "./contract";
import { requireGroup, requireGroupFlag } from "./require-group";
import { toGroupFlag } from "./to-group";

export const handleGetGroupFlag = implement(getGroupFlag, async (ctx, input) => {
  const project = await requireProject(ctx, { referenceId: input.projectId });
  const group = await requireGroup(ctx, project.id, input.groupId);
  return toGroupFlag(await requireGroupFlag(ctx, group.id, input.groupFlagId));
});
