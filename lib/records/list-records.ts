import { eq } from "drizzle-orm";
import { records } from "@/db/schema/flags";
import { implement } from "@/lib/operations/implement";
import { pageQuery, toPage } from "@/lib/operations/paging";
import { listRecords } from "./contract";
import { requireGroupOfPath, toRecord } from "./require-record";

export const handleListRecords = implement(listRecords, async (ctx, input) => {
  const group = await requireGroupOfPath(ctx, input);
  const fields = await input.fields();
  const { where, orderBy, limit } = pageQuery(records, fields, eq(records.groupId, group.id));
  const rows = await ctx.db
    .select()
    .from(records)
    .where(where)
    .orderBy(...orderBy)
    .limit(limit);
  return toPage(
    rows,
    fields,
    (row) => row,
    (row) => toRecord(group, row),
  );
});
