import { and, eq, getTableColumns, sql } from "drizzle-orm";
import { orEmpty } from "@/db/schema/columns";
import { records } from "@/db/schema/flags";
import { implement } from "@/lib/operations/implement";
import { byText, byTime, listOf } from "@/lib/operations/list-sql";
import { readPage } from "@/lib/operations/read-page";
import { storedJson } from "@/lib/operations/stored-json";
import { listRecords } from "./many/contract";
import { withMetadata } from "./metadata-conditions";
import { requireGroupOfPath, toRecord } from "./require-record";

const { searchText, ...columns } = getTableColumns(records);
const metadata = sql<string>`${records.metadata}::text`;

const list = listOf({
  from: records,
  columns: { ...columns, metadata },
  id: records.id,
  searchText,
  sorts: {
    createdAt: byTime(records.createdAt),
    updatedAt: byTime(records.updatedAt),
    name: byText(orEmpty(records.name)),
    id: byText(records.id),
  },
  weighed: [metadata],
});

export const handleListRecords = implement(listRecords, async (ctx, input) => {
  const group = await requireGroupOfPath(ctx, input);
  const { metadata: conditions = [], ...asked } = await input.fields();
  const where = and(eq(records.groupId, group.id), withMetadata(conditions));
  return readPage(ctx.db, list, { ...asked, where }, (rows) =>
    rows.map((row) => toRecord(group, { ...row, metadata: storedJson(row.metadata) })),
  );
});
