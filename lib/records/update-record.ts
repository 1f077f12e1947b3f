import { and, eq } from "drizzle-orm";
import { records } from "@/db/schema/flags";
import { notFound } from "@/lib/operations/errors";
import { implement } from "@/lib/operations/implement";
import { updateRecord } from "./contract";
import { requireGroupOfPath, requireRecord, toRecord } from "./require-record";

export const handleUpdateRecord = implement(updateRecord, async (ctx, input) => {
  const group = await requireGroupOfPath(ctx, input);
  const record = await requireRecord(ctx, group.id, input.recordId);
  const changes = await input.fields();
  if (Object.keys(changes).length === 0) return toRecord(group, record);
  const [updated] = await ctx.db
    .update(records)
    .set(changes)
    .where(and(eq(records.id, record.id), eq(records.groupId, group.id)))
    .returning();
  if (!updated) throw notFound("Record");
  return toRecord(group, updated);
});
