import { and, eq } from "drizzle-orm";
import { segments } from "@/db/schema/flags";
import type { Ctx } from "@/lib/operations/context";
import { notFound } from "@/lib/operations/errors";
import { isKsuid } from "@/lib/operations/ids";
import { type Lock, locking } from "@/lib/operations/lock";
import { withIsoTimes } from "@/lib/operations/present";
import type { Condition } from "@/lib/targeting/conditions";

export type SegmentRow = typeof segments.$inferSelect;

/**
 * The segment, when it is the project's.
 * @throws {AppError} `not_found`
 */
export async function requireSegment(
  { db }: Ctx,
  projectId: string,
  id: string,
  lock?: Lock,
): Promise<SegmentRow> {
  const isIt = and(eq(segments.id, id), eq(segments.projectId, projectId));
  const [row] = isKsuid(id) ? await locking(db.select().from(segments).where(isIt), lock) : [];
  if (!row) throw notFound("Segment");
  return row;
}

/** A segment as the API shows it. */
export const toSegment = ({ conditions, ...row }: SegmentRow) => ({
  ...withIsoTimes(row),
  conditions: conditions as Condition[],
});
