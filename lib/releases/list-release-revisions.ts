import { desc, eq } from "drizzle-orm";
import { releaseRevisions } from "@/db/schema/releases";
import { requireProject } from "@/lib/auth/access";
import { implement } from "@/lib/operations/implement";
import { pageOf } from "@/lib/operations/paging";
import { listReleaseRevisions } from "./contract";
import { requireRelease } from "./require-release";

export const handleListReleaseRevisions = implement(listReleaseRevisions, async (ctx, input) => {
  const project = await requireProject(ctx, { uuid: input.projectId });
  const release = await requireRelease(ctx, project.id, input.releaseId);
  const fields = await input.fields();
  const rows = await ctx.db
    .select()
    .from(releaseRevisions)
    .where(eq(releaseRevisions.releaseId, release.id))
    .orderBy(desc(releaseRevisions.number));
  return pageOf(rows, fields, (row) => ({ ...row, createdAt: row.createdAt.toISOString() }));
});
