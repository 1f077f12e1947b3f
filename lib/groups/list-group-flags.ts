import { eq } from "drizzle-orm";
import { groupFlags } from "@/db/schema/flags";
import { requireProject } from "@/lib/auth/access";
import { implement } from "@/lib/operations/implement";
import { pageQuery, toPage } from "@/lib/operations/paging";
import { listGroupFlags } from "./contract";
import { requireGroup } from "./require-group";
import { toGroupFlag } from "./to-group";

export const handleListGroupFlags = implement(listGroupFlags, async (ctx, input) => {
  const project = await requireProject(ctx, { referenceId: input.projectId });
  const group = await requireGroup(ctx, project.id, input.groupId);
  const fields = await input.fields();
  const { where, orderBy, limit } = pageQuery(groupFlags, fields, eq(groupFlags.groupId, group.id));
  const rows = await ctx.db
    .select()
    .from(groupFlags)
    .where(where)
    .orderBy(...orderBy)
    .limit(limit);
  return toPage(rows, fields, (row) => row, toGroupFlag);
});
