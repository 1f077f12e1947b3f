import { and, eq } from "drizzle-orm";
import { records } from "@/db/schema/flags";
import { requireProject } from "@/lib/auth/access";
import { type GroupRow, requireGroup } from "@/lib/groups/require-group";
import type { Ctx } from "@/lib/operations/context";
import { notFound } from "@/lib/operations/errors";
import { type Lock, locking } from "@/lib/operations/lock";
import { withIsoTimes } from "@/lib/operations/present";

export type RecordRow = typeof records.$inferSelect;

/** The group in the path of a record, with its project, after checking that the caller may use it. */
export async function requireGroupOfPath(
  ctx: Ctx,
  { projectId, groupId }: { projectId: string; groupId: string },
  lock?: Lock,
): Promise<GroupRow> {
  const project = await requireProject(ctx, { referenceId: projectId });
  return requireGroup(ctx, project.id, groupId, lock);
}

/** The record, when it is the group's. */
export async function findRecord(
  { db }: Ctx,
  groupId: string,
  id: string,
  lock?: Lock,
): Promise<RecordRow | undefined> {
  const isIt = and(eq(records.id, id), eq(records.groupId, groupId));
  const [record] = await locking(db.select().from(records).where(isIt), lock);
  return record;
}

/**
 * The same where it has to be there.
 * @throws {AppError} `not_found`
 */
export async function requireRecord(ctx: Ctx, groupId: string, id: string, lock?: Lock): Promise<RecordRow> {
  const record = await findRecord(ctx, groupId, id, lock);
  if (!record) throw notFound("Record");
  return record;
}

/** A record as the API shows it. */
export const toRecord = (
  group: { id: string; name: string },
  { searchText: _, ...record }: Omit<RecordRow, "searchText"> & { searchText?: string },
) => ({
  ...withIsoTimes(record),
  group: { id: group.id, name: group.name },
});

/** What metadata counts for in the quota `recordBytes`. */
export const metadataBytes = (metadata: Record<string, unknown>) => jsonBytes(JSON.stringify(metadata));

/** The same for metadata that is a text already. */
export const jsonBytes = (metadata: string) => Buffer.byteLength(metadata);
