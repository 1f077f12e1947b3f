import { eq } from "drizzle-orm";
import { releases } from "@/db/schema/releases";
import { requireProject } from "@/lib/auth/access";
import { implement } from "@/lib/operations/implement";
import { pageQuery, toPage } from "@/lib/operations/paging";
import { listReleases } from "./contract";
import { endOverdue } from "./require-release";
import { toRelease } from "./to-release";

export const handleListReleases = implement(listReleases, async (ctx, input) => {
  const project = await requireProject(ctx, { uuid: input.projectId });
  const fields = await input.fields();
  await endOverdue(ctx.db, project.id, ctx.now());
  const { where, orderBy, limit } = pageQuery(releases, fields, eq(releases.projectId, project.id));
  const rows = await ctx.db
    .select()
    .from(releases)
    .where(where)
    .orderBy(...orderBy)
    .limit(limit);
  return toPage(rows, fields, (row) => row, toRelease);
});
