import { and, asc, eq, sql } from "drizzle-orm";
import { flagGroups, groupFlags } from "@/db/schema/flags";
import { requireProject } from "@/lib/auth/access";
import { deleteUndoably } from "@/lib/deletions/delete-undoably";
import { forgetFlags } from "@/lib/environments/forget-flags";
import type { Ctx } from "@/lib/operations/context";
import { AppError } from "@/lib/operations/errors";
import { implement } from "@/lib/operations/implement";
import { namesOf } from "@/lib/targeting/names-of";
import { deleteSegment, Segment } from "./contract";
import { requireSegment, type SegmentRow, toSegment } from "./require-segment";

export const handleDeleteSegment = implement(deleteSegment, async (ctx, input) => {
  const project = await requireProject(ctx, { referenceId: input.projectId });
  const segment = await requireSegment(ctx, project.id, input.segmentId, "update");
  const shown = Segment.parse(toSegment(segment));
  await requireUnused(ctx, segment);
  await deleteUndoably(ctx, "segment", { projectId: project.id, itemId: segment.id }, shown);
  ctx.after(() => forgetFlags(project.id));
  return { success: true as const };
});

/**
 * Rules that come to name the segment wait for its lock.
 * @throws {AppError} `conflict`
 */
async function requireUnused({ db }: Ctx, { key, projectId }: SegmentRow): Promise<void> {
  const named = sql`exists (
    select from json_array_elements(${groupFlags.rules}) as rule, json_array_elements(rule -> 'conditions') as condition
    where condition ->> 'segment' = ${key})`;
  const users = await db
    .select({ name: groupFlags.name })
    .from(groupFlags)
    .innerJoin(flagGroups, eq(flagGroups.id, groupFlags.groupId))
    .where(and(eq(flagGroups.projectId, projectId), named))
    .orderBy(asc(groupFlags.createdAt))
    .limit(4);
  if (users.length === 0) return;
  throw new AppError("conflict", `Rules of ${namesOf(users)} name this segment. Take it out of them first.`);
}
