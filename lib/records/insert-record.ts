import { records } from "@/db/schema/flags";
import type { GroupRow } from "@/lib/groups/require-group";
import type { Ctx } from "@/lib/operations/context";
import { taken } from "@/lib/operations/errors";
import { withinQuotas } from "@/lib/operations/quota";
import { forgetRecord } from "./forget-record";
import { metadataBytes, type RecordRow } from "./require-record";

type NewRecord = Pick<RecordRow, "id" | "name" | "metadata">;

/**
 * Stores a new record of the group, if its id is free.
 * @throws {AppError} `quota_exceeded`
 */
export async function insertRecord(
  ctx: Ctx,
  { id: groupId, projectId }: GroupRow,
  record: NewRecord,
): Promise<RecordRow | undefined> {
  const additions = [
    { name: "records", ownerId: projectId },
    { name: "recordBytes", ownerId: projectId, adding: metadataBytes(record.metadata) },
  ] as const;
  const [made] = await withinQuotas(ctx, additions, ({ db }) =>
    db
      .insert(records)
      .values({ ...record, projectId, groupId })
      .onConflictDoNothing({ target: records.id })
      .returning(),
  );
  // The cache may remember that this record is unknown.
  if (made) ctx.after(() => forgetRecord(made.id));
  return made;
}

export const idTaken = (id: string) =>
  taken("id", `The record id ${id} is taken; ids are unique over all projects`);
