import { requireProject } from "@/lib/auth/access";
import { lastEvaluatedAt } from "@/lib/flag-use/with-evaluations";
import { implement } from "@/lib/operations/implement";
import { getGroupFlag } from "./contract";
import { requireGroup, requireGroupFlag } from "./require-group";
import { toGroupFlag } from "./to-group";

export const handleGetGroupFlag = implement(getGroupFlag, async (ctx, input) => {
  const project = await requireProject(ctx, { referenceId: input.projectId });
  const group = await requireGroup(ctx, project.id, input.groupId);
  const flag = await requireGroupFlag(ctx, group.id, input.groupFlagId);
  const place = { projectId: project.id, kind: "group" } as const;
  return toGroupFlag(flag, await lastEvaluatedAt(ctx.db, place, flag));
});
