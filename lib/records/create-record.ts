import KSUID from "ksuid";
import { records } from "@/db/schema/flags";
import { taken } from "@/lib/operations/errors";
import { implement } from "@/lib/operations/implement";
import { withinQuotas } from "@/lib/operations/quota";
import { createRecord } from "./contract";
import { forgetRecord } from "./forget-record";
import { metadataBytes, requireGroupOfPath, toRecord } from "./require-record";

export const handleCreateRecord = implement(createRecord, async (ctx, input) => {
  const group = await requireGroupOfPath(ctx, input);
  const { id: givenId, name = null, metadata } = await input.fields();
  const id = givenId ?? `${group.prefix}-${KSUID.randomSync().string}`;
  const { projectId } = group;
  const additions = [
    { name: "records", ownerId: projectId },
    { name: "recordBytes", ownerId: projectId, adding: metadataBytes(metadata) },
  ] as const;
  const [record] = await withinQuotas(ctx, additions, ({ db }) =>
    db
      .insert(records)
      .values({ id, projectId, groupId: group.id, name, metadata })
      .onConflictDoNothing({ target: records.id })
      .returning(),
  );
  if (!record) throw taken("id", `The record id ${id} is taken; ids are unique over all projects`);
  // The cache may remember that this record is unknown.
  ctx.after(() => forgetRecord(id));
  return toRecord(group, record);
});
