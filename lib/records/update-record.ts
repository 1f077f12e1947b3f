import { and, eq } from "drizzle-orm";
import { records } from "@/db/schema/flags";
import type { GroupRow } from "@/lib/groups/require-group";
import type { Ctx } from "@/lib/operations/context";
import { notFound } from "@/lib/operations/errors";
import { ClientId } from "@/lib/operations/fields";
import { changeRow } from "@/lib/operations/if-match";
import { implement } from "@/lib/operations/implement";
import { Created, type Fields } from "@/lib/operations/operation";
import { withinQuotas } from "@/lib/operations/quota";
import { updateRecord } from "./contract";
import { forgetRecord } from "./forget-record";
import { idTaken, insertRecord } from "./insert-record";
import {
  findRecord,
  metadataBytes,
  type RecordRow,
  requireGroupOfPath,
  requireRecord,
  toRecord,
} from "./require-record";

export const handleUpdateRecord = implement(updateRecord, async (ctx, input) => {
  const group = await requireGroupOfPath(ctx, input);
  const id = input.recordId;
  const found = await findRecord(ctx, group.id, id);
  // Who names a version knows a record that is gone, and wants no other one.
  const mayCreate = ClientId.safeParse(id).success && ctx.headers.get("if-match") === null;
  if (!found && !mayCreate) throw notFound("Record");
  const changes = await input.fields();
  if (found) return change(ctx, group, found, changes);
  const { name = null, metadata = {} } = changes;
  const made = await insertRecord(ctx, group, { id, name, metadata });
  if (made) return new Created(toRecord(group, made));
  // Somebody else has just made it, if it is the group's.
  const theirs = await findRecord(ctx, group.id, id);
  if (!theirs) throw idTaken(id);
  return change(ctx, group, theirs, changes);
});

function change(ctx: Ctx, group: GroupRow, found: RecordRow, changes: Fields<typeof updateRecord>) {
  const { metadata = found.metadata } = changes;
  const adding = metadataBytes(metadata) - metadataBytes(found.metadata);
  return withinQuotas(ctx, [{ name: "recordBytes", ownerId: group.projectId, adding }], (inner) =>
    changeRow(inner, records, {
      ...{ found, changes },
      find: () => requireRecord(ctx, group.id, found.id),
      where: and(eq(records.id, found.id), eq(records.groupId, group.id)),
      show: (row) => toRecord(group, row),
      // Rules look at metadata.
      after: () => forgetRecord(found.id),
    }),
  );
}
