import { requireProject } from "@/lib/auth/access";
import { implement } from "@/lib/operations/implement";
import { getFlag } from "./contract";
import { requireFlag } from "./require-flag";
import { toFlag } from "./to-flag";

export const handleGetFlag = implement(getFlag, async (ctx, input) => {
  const project = await requireProject(ctx, { referenceId: input.projectId });
  return toFlag(project.referenceId, await requireFlag(ctx, project.id, input.flagId));
});
