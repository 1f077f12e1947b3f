import { requireProject } from "@/lib/auth/access";
import { implement } from "@/lib/operations/implement";
import { getRelease } from "./contract";
import { requireRelease } from "./require-release";
import { toRelease } from "./to-release";

export const handleGetRelease = implement(getRelease, async (ctx, input) => {
  const project = await requireProject(ctx, { uuid: input.projectId });
  return toRelease(await requireRelease(ctx, project.id, input.releaseId));
});
