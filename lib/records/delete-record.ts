import { and, eq } from "drizzle-orm";
import { records } from "@/db/schema/flags";
import { implement } from "@/lib/operations/implement";
import { deleteRecord } from "./contract";
import { forgetRecord } from "./forget-record";
import { requireGroupOfPath, requireRecord } from "./require-record";

export const handleDeleteRecord = implement(deleteRecord, async (ctx, input) => {
  const group = await requireGroupOfPath(ctx, input);
  const record = await requireRecord(ctx, group.id, input.recordId);
  await ctx.db.delete(records).where(and(eq(records.id, record.id), eq(records.groupId, group.id)));
  ctx.after(() => forgetRecord(record.id));
  return { success: true as const };
});
