import { requireProject } from "@/lib/auth/access";
import { withEvaluation } from "@/lib/flag-use/with-evaluations";
import { implement } from "@/lib/operations/implement";
import { getFlag } from "./contract";
import { requireFlag } from "./require-flag";
import { toFlag } from "./to-flag";

export const handleGetFlag = implement(getFlag, async (ctx, input) => {
  const project = await requireProject(ctx, { referenceId: input.projectId });
  const flag = toFlag(project.referenceId, await requireFlag(ctx, project.id, input.flagId));
  return withEvaluation(ctx.db, { projectId: project.id, kind: "global" }, flag);
});
