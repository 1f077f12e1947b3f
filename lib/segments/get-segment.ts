import { requireProject } from "@/lib/auth/access";
import { implement } from "@/lib/operations/implement";
import { getSegment } from "./contract";
import { requireSegment, toSegment } from "./require-segment";

export const handleGetSegment = implement(getSegment, async (ctx, input) => {
  const project = await requireProject(ctx, { referenceId: input.projectId });
  return toSegment(await requireSegment(ctx, project.id, input.segmentId));
});
