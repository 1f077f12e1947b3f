import { and, eq } from "drizzle-orm";
import { records } from "@/db/schema/flags";
import { changeRow } from "@/lib/operations/if-match";
import { implement } from "@/lib/operations/implement";
import { updateRecord } from "./contract";
import { requireGroupOfPath, requireRecord, toRecord } from "./require-record";

export const handleUpdateRecord = implement(updateRecord, async (ctx, input) => {
  const group = await requireGroupOfPath(ctx, input);
  const find = () => requireRecord(ctx, group.id, input.recordId);
  const found = await find();
  const changes = await input.fields();
  return changeRow(ctx, records, {
    ...{ found, find, changes },
    where: and(eq(records.id, found.id), eq(records.groupId, group.id)),
    show: (row) => toRecord(group, row),
  });
});
