import { requireProject } from "@/lib/auth/access";
import { lastEvaluatedAt } from "@/lib/flag-use/with-evaluations";
import { implement } from "@/lib/operations/implement";
import { getFlag } from "./contract";
import { requireFlag } from "./require-flag";
import { toFlag } from "./to-flag";

export const handleGetFlag = implement(getFlag, async (ctx, input) => {
  const project = await requireProject(ctx, { referenceId: input.projectId });
  const found = await requireFlag(ctx, project.id, input.flagId);
  const place = { projectId: project.id, kind: "global" } as const;
  return toFlag(project.referenceId, {
    ...found,
    lastEvaluatedAt: await lastEvaluatedAt(ctx.db, place, found.flag),
  });
});
