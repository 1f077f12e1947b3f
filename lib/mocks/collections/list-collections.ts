import { and, eq, getTableColumns, sql } from "drizzle-orm";
import { mockCollections } from "@/db/schema/mock-collections";
import { requireProject } from "@/lib/auth/access";
import { implement } from "@/lib/operations/implement";
import { byNumber, byText, byTime, listOf } from "@/lib/operations/list-sql";
import { readPage } from "@/lib/operations/read-page";
import { storedJson } from "@/lib/operations/stored-json";
import { listMockCollections } from "./contract";
import { toCollection } from "./to-collection";

const seed = sql<string>`${mockCollections.seed}::text`;

const list = listOf({
  from: mockCollections,
  columns: { ...getTableColumns(mockCollections), seed },
  always: ["path"],
  id: mockCollections.id,
  searched: [mockCollections.name, mockCollections.path],
  sorts: {
    createdAt: byTime(mockCollections.createdAt),
    updatedAt: byTime(mockCollections.updatedAt),
    name: byText(mockCollections.name),
    path: byText(mockCollections.path),
    itemCount: byNumber(mockCollections.itemCount),
  },
  weighed: [seed],
});

export const handleListMockCollections = implement(listMockCollections, async (ctx, input) => {
  const project = await requireProject(ctx, { id: input.projectId });
  const { enabled, ...asked } = await input.fields();
  const where = and(
    eq(mockCollections.projectId, project.id),
    enabled === undefined ? undefined : eq(mockCollections.enabled, enabled),
  );
  return readPage(ctx.db, list, { ...asked, where }, (rows) =>
    rows.map((row) => toCollection({ ...row, seed: asStored(row.seed) }, project)),
  );
});

/** Sent as it is in the database. */
const asStored = (text: string | undefined) =>
  storedJson(text ?? "[]") as unknown as Record<string, unknown>[];
