import { requireProject } from "@/lib/auth/access";
import { selectEnvironment } from "@/lib/environments/require-environment";
import { readUsage } from "@/lib/flag-use/read-use";
import { implement } from "@/lib/operations/implement";
import { getGroupFlagUsage } from "./contract";
import { requireGroup, requireGroupFlag } from "./require-group";

export const handleGetGroupFlagUsage = implement(getGroupFlagUsage, async (ctx, input) => {
  const { id: projectId } = await requireProject(ctx, { referenceId: input.projectId });
  const group = await requireGroup(ctx, projectId, input.groupId);
  const { id: flagId, createdAt, countedSince } = await requireGroupFlag(ctx, group.id, input.groupFlagId);
  const { range, env } = await input.fields();
  const environmentId = env === undefined ? undefined : (await selectEnvironment(ctx.db, projectId, env)).id;
  const used = { projectId, kind: "group", flagId, createdAt, countedSince } as const;
  return readUsage(ctx.db, used, { range, environmentId, now: ctx.now() });
});
