import { eq } from "drizzle-orm";
import { flagGroups } from "@/db/schema/flags";
import { requireProject } from "@/lib/auth/access";
import { implement } from "@/lib/operations/implement";
import { pageQuery, toPage } from "@/lib/operations/paging";
import { listGroups } from "./contract";
import { toGroup } from "./to-group";

export const handleListGroups = implement(listGroups, async (ctx, input) => {
  const project = await requireProject(ctx, { referenceId: input.projectId });
  const fields = await input.fields();
  const { where, orderBy, limit } = pageQuery(flagGroups, fields, eq(flagGroups.projectId, project.id));
  const rows = await ctx.db
    .select()
    .from(flagGroups)
    .where(where)
    .orderBy(...orderBy)
    .limit(limit);
  return toPage(
    rows,
    fields,
    (row) => row,
    (row) => toGroup(project.referenceId, row),
  );
});
