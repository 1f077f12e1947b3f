import { requireProject } from "@/lib/auth/access";
import { implement } from "@/lib/operations/implement";
import { getGroup } from "./contract";
import { requireGroup } from "./require-group";
import { toGroup } from "./to-group";

export const handleGetGroup = implement(getGroup, async (ctx, input) => {
  const project = await requireProject(ctx, { referenceId: input.projectId });
  return toGroup(project.referenceId, await requireGroup(ctx, project.id, input.groupId));
});
