import { records } from "@/db/schema/flags";
import type { GroupRow } from "@/lib/groups/require-group";
import { changeRow } from "@/lib/operations/change-row";
import { type Ctx, inTransaction } from "@/lib/operations/context";
import { notFound } from "@/lib/operations/errors";
import { ClientId } from "@/lib/operations/fields";
import { implement } from "@/lib/operations/implement";
import { Created, type Fields } from "@/lib/operations/operation";
import { updateRecord } from "./contract";
import { forgetRecord } from "./forget-record";
import { idTaken, insertRecord } from "./insert-record";
import { findRecord, metadataBytes, type RecordRow, requireGroupOfPath, toRecord } from "./require-record";

export const handleUpdateRecord = implement(updateRecord, (ctx, input) =>
  inTransaction(ctx, async (inner) => {
    const group = await requireGroupOfPath(inner, input, "key share");
    const id = input.recordId;
    const lock = () => findRecord(inner, group.id, id, "no key update");
    const found = await lock();
    // Who names a version knows a record that is gone, and wants no other one.
    const mayCreate = ClientId.safeParse(id).success && inner.headers.get("if-match") === null;
    if (!found && !mayCreate) throw notFound("Record");
    const changes = await input.fields();
    if (found) return change(inner, group, found, changes);
    const { name = null, metadata = {} } = changes;
    const made = await insertRecord(inner, group, { id, name, metadata });
    if (made) return new Created(toRecord(group, made));
    // Somebody else has just made it, if it is the group's.
    const theirs = await lock();
    if (!theirs) throw idTaken(id);
    return change(inner, group, theirs, changes);
  }),
);

const change = (ctx: Ctx, group: GroupRow, found: RecordRow, changes: Fields<typeof updateRecord>) =>
  changeRow(ctx, records, {
    fields: async () => changes,
    find: async () => found,
    change: () => changes,
    additions: (after, before) => [
      {
        name: "recordBytes",
        ownerId: group.projectId,
        adding: metadataBytes(after.metadata) - metadataBytes(before.metadata),
      },
    ],
    show: (record) => toRecord(group, record),
    // Rules look at metadata.
    after: ({ id }) => forgetRecord(id),
  });
