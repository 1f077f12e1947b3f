import { eq } from "drizzle-orm";
import { releaseAttachments } from "@/db/schema/releases";
import { requireProject } from "@/lib/auth/access";
import { implement } from "@/lib/operations/implement";
import { pageQuery, toPage } from "@/lib/operations/paging";
import { describedColumns, toAttachment } from "./attachments";
import { listReleaseAttachments } from "./contract";
import { requireRelease } from "./require-release";

export const handleListReleaseAttachments = implement(listReleaseAttachments, async (ctx, input) => {
  const project = await requireProject(ctx, { uuid: input.projectId });
  const release = await requireRelease(ctx, project.id, input.releaseId);
  const fields = await input.fields();
  const ofRelease = eq(releaseAttachments.releaseId, release.id);
  const { where, orderBy, limit } = pageQuery(releaseAttachments, fields, ofRelease);
  const rows = await ctx.db
    .select(describedColumns)
    .from(releaseAttachments)
    .where(where)
    .orderBy(...orderBy)
    .limit(limit);
  return toPage(rows, fields, (row) => row, toAttachment);
});
