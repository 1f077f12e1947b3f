import { deleteUndoably } from "@/lib/deletions/delete-undoably";
import { implement } from "@/lib/operations/implement";
import { deleteRecord, FlagRecord } from "./contract";
import { forgetRecord } from "./forget-record";
import { requireGroupOfPath, requireRecord, toRecord } from "./require-record";

export const handleDeleteRecord = implement(deleteRecord, async (ctx, input) => {
  const group = await requireGroupOfPath(ctx, input, "key share");
  const record = await requireRecord(ctx, group.id, input.recordId, "update");
  const shown = FlagRecord.parse(toRecord(group, record));
  await deleteUndoably(ctx, "record", { projectId: group.projectId, itemId: record.id }, shown);
  ctx.after(() => forgetRecord(record.id));
  return { success: true as const };
});
