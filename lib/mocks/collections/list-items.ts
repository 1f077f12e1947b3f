import { eq, sql } from "drizzle-orm";
import { mockItems } from "@/db/schema/mock-collections";
import { requireProject } from "@/lib/auth/access";
import { implement } from "@/lib/operations/implement";
import { byNumber, byText, listOf } from "@/lib/operations/list-sql";
import { readPage } from "@/lib/operations/read-page";
import { storedJson } from "@/lib/operations/stored-json";
import { listMockCollectionItems } from "./contract";
import { requireCollection } from "./require-collection";

const data = sql<string>`${mockItems.data}::text`;

const list = listOf({
  from: mockItems,
  columns: { id: mockItems.id, position: mockItems.position, bytes: mockItems.bytes, data },
  id: mockItems.id,
  searchText: mockItems.searchText,
  sorts: {
    position: byNumber(mockItems.position),
    id: byText(mockItems.id),
    bytes: byNumber(mockItems.bytes),
  },
  weighed: [data],
});

export const handleListMockCollectionItems = implement(listMockCollectionItems, async (ctx, input) => {
  const project = await requireProject(ctx, { id: input.projectId });
  const collection = await requireCollection(ctx, project.id, input.collectionId);
  const asked = await input.fields();
  const where = eq(mockItems.collectionId, collection.id);
  return readPage(ctx.db, list, { ...asked, where }, (rows) =>
    rows.map((row) => ({ ...row, data: storedJson(row.data) })),
  );
});
