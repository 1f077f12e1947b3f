import { and, eq } from "drizzle-orm";
import { records } from "@/db/schema/flags";
import { changeRow } from "@/lib/operations/if-match";
import { implement } from "@/lib/operations/implement";
import { withinQuotas } from "@/lib/operations/quota";
import { updateRecord } from "./contract";
import { metadataBytes, requireGroupOfPath, requireRecord, toRecord } from "./require-record";

export const handleUpdateRecord = implement(updateRecord, async (ctx, input) => {
  const group = await requireGroupOfPath(ctx, input);
  const find = () => requireRecord(ctx, group.id, input.recordId);
  const found = await find();
  const changes = await input.fields();
  const { metadata = found.metadata } = changes;
  const adding = metadataBytes(metadata) - metadataBytes(found.metadata);
  return withinQuotas(ctx, [{ name: "recordBytes", ownerId: group.projectId, adding }], (inner) =>
    changeRow(inner, records, {
      ...{ found, find, changes },
      where: and(eq(records.id, found.id), eq(records.groupId, group.id)),
      show: (row) => toRecord(group, row),
    }),
  );
});
