import { requireProject } from "@/lib/auth/access";
import { readUsage } from "@/lib/flag-use/read-use";
import { implement } from "@/lib/operations/implement";
import { getFlagUsage } from "./contract";
import { requireFlag } from "./require-flag";

export const handleGetFlagUsage = implement(getFlagUsage, async (ctx, input) => {
  const { id: projectId } = await requireProject(ctx, { referenceId: input.projectId });
  const { flag } = await requireFlag(ctx, projectId, input.flagId);
  const { range } = await input.fields();
  const { id: flagId, createdAt, countedSince, environmentId } = flag;
  const used = { projectId, kind: "global", flagId, createdAt, countedSince } as const;
  return readUsage(ctx.db, used, { range, environmentId, now: ctx.now() });
});
