import { and, eq, gt } from "drizzle-orm";
import { deletions } from "@/db/schema/deletions";
import { requireProject } from "@/lib/auth/access";
import { implement } from "@/lib/operations/implement";
import { pageQuery, toPage } from "@/lib/operations/paging";
import { listDeletions } from "./contract";

export const handleListDeletions = implement(listDeletions, async (ctx, input) => {
  const project = await requireProject(ctx, { uuid: input.projectId });
  const fields = await input.fields();
  const undoable = and(eq(deletions.projectId, project.id), gt(deletions.undoableUntil, ctx.now()));
  const page = pageQuery({ createdAt: deletions.deletedAt, id: deletions.id }, fields, undoable);
  const rows = await ctx.db
    .select()
    .from(deletions)
    .where(page.where)
    .orderBy(...page.orderBy)
    .limit(page.limit);
  return toPage(
    rows,
    fields,
    ({ deletedAt: createdAt, id }) => ({ createdAt, id }),
    ({ deletedAt, undoableUntil, ...row }) => ({
      ...row,
      deletedAt: deletedAt.toISOString(),
      undoableUntil: undoableUntil.toISOString(),
    }),
  );
});
