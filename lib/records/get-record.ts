import { implement } from "@/lib/operations/implement";
import { getRecord } from "./contract";
import { requireGroupOfPath, requireRecord, toRecord } from "./require-record";

export const handleGetRecord = implement(getRecord, async (ctx, input) => {
  const group = await requireGroupOfPath(ctx, input);
  return toRecord(group, await requireRecord(ctx, group.id, input.recordId));
});
