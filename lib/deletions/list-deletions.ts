import { and, eq, getTableColumns, gt } from "drizzle-orm";
import { deletions } from "@/db/schema/deletions";
import { requireProject } from "@/lib/auth/access";
import { implement } from "@/lib/operations/implement";
import { byTime, listOf } from "@/lib/operations/list-sql";
import { withIsoTimes } from "@/lib/operations/present";
import { readPage } from "@/lib/operations/read-page";
import { listDeletions } from "./contract";
import { deleterOf } from "./delete-undoably";

const list = listOf({
  from: deletions,
  columns: getTableColumns(deletions),
  id: deletions.id,
  sorts: { deletedAt: byTime(deletions.deletedAt) },
});

export const handleListDeletions = implement(listDeletions, async (ctx, input) => {
  const project = await requireProject(ctx, { id: input.projectId });
  const asked = await input.fields();
  const where = and(eq(deletions.projectId, project.id), gt(deletions.undoableUntil, ctx.now()));
  return readPage(ctx.db, list, { ...asked, sort: "-deletedAt", where }, (rows) =>
    rows.map((row) => ({ ...withIsoTimes(row), mine: row.deletedBy === deleterOf(ctx) })),
  );
});
