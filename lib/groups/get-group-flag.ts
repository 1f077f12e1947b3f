import { requireProject } from "@/lib/auth/access";
import { withEvaluation } from "@/lib/flag-use/with-evaluations";
import { implement } from "@/lib/operations/implement";
import { getGroupFlag } from "./contract";
import { requireGroup, requireGroupFlag } from "./require-group";
import { toGroupFlag } from "./to-group";

export const handleGetGroupFlag = implement(getGroupFlag, async (ctx, input) => {
  const project = await requireProject(ctx, { referenceId: input.projectId });
  const group = await requireGroup(ctx, project.id, input.groupId);
  const flag = toGroupFlag(await requireGroupFlag(ctx, group.id, input.groupFlagId));
  return withEvaluation(ctx.db, { projectId: project.id, kind: "group" }, flag);
});
