import { implement } from "@/lib/operations/implement";
import { createRecord } from "./contract";
import { idTaken, insertRecord } from "./insert-record";
import { newRecordId } from "./record-id";
import { requireGroupOfPath, toRecord } from "./require-record";

export const handleCreateRecord = implement(createRecord, async (ctx, input) => {
  const group = await requireGroupOfPath(ctx, input, "key share");
  const { id = newRecordId(group), name = null, metadata } = await input.fields();
  const record = await insertRecord(ctx, group, { id, name, metadata });
  if (!record) throw idTaken(id);
  return toRecord(group, record);
});
