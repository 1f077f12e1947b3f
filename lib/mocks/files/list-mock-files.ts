import { and, eq } from "drizzle-orm";
import { mockFiles } from "@/db/schema/mock-files";
import { requireProject } from "@/lib/auth/access";
import { implement } from "@/lib/operations/implement";
import { byNumber, byText, byTime, listOf } from "@/lib/operations/list-sql";
import { withIsoTimes } from "@/lib/operations/present";
import { readPage } from "@/lib/operations/read-page";
import { listMockFiles } from "./contract";
import { describedColumns, useCounts } from "./mock-files";

const { id, name, contentType, size, createdAt } = mockFiles;

const list = listOf({
  from: mockFiles,
  columns: describedColumns,
  always: ["id"],
  id,
  searched: [name, contentType],
  sorts: { createdAt: byTime(createdAt), name: byText(name), size: byNumber(size) },
});

export const handleListMockFiles = implement(listMockFiles, async (ctx, input) => {
  const project = await requireProject(ctx, { id: input.projectId });
  const { id: only, ...asked } = await input.fields();
  const isCounted = !asked.fields || asked.fields.includes("mocks");
  const where = and(eq(mockFiles.projectId, project.id), only === undefined ? undefined : eq(id, only));
  return readPage(ctx.db, list, { ...asked, where }, async (rows) => {
    const ids = isCounted ? rows.map((row) => row.id) : [];
    const counts = await useCounts(ctx.db, project.id, ids);
    return rows.map((row) => ({ ...withIsoTimes(row), mocks: counts.get(row.id) ?? 0 }));
  });
});
