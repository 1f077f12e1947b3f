import { eq, getTableColumns } from "drizzle-orm";
import { segments } from "@/db/schema/flags";
import { requireProject } from "@/lib/auth/access";
import { implement } from "@/lib/operations/implement";
import { byText, byTime, listOf } from "@/lib/operations/list-sql";
import { readPage } from "@/lib/operations/read-page";
import { listSegments } from "./contract";
import { toSegment } from "./require-segment";

const list = listOf({
  from: segments,
  columns: getTableColumns(segments),
  id: segments.id,
  searched: [segments.name, segments.key, segments.description],
  sorts: {
    createdAt: byTime(segments.createdAt),
    updatedAt: byTime(segments.updatedAt),
    name: byText(segments.name),
    key: byText(segments.key),
  },
});

export const handleListSegments = implement(listSegments, async (ctx, input) => {
  const project = await requireProject(ctx, { referenceId: input.projectId });
  const asked = await input.fields();
  const where = eq(segments.projectId, project.id);
  return readPage(ctx.db, list, { ...asked, where }, (rows) => rows.map(toSegment));
});
