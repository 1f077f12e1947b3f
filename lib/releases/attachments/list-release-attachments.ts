import { eq } from "drizzle-orm";
import { releaseAttachments } from "@/db/schema/releases";
import { requireProject } from "@/lib/auth/access";
import { implement } from "@/lib/operations/implement";
import { byNumber, byText, byTime, listOf } from "@/lib/operations/list-sql";
import { readPage } from "@/lib/operations/read-page";
import { requireReleaseId } from "../notes/require-release";
import { describedColumns, toAttachment } from "./attachments";
import { listReleaseAttachments } from "./contract";

const { id, name, size, createdAt } = releaseAttachments;

const list = listOf({
  from: releaseAttachments,
  columns: describedColumns,
  id,
  searched: [name],
  sorts: { createdAt: byTime(createdAt), name: byText(name), size: byNumber(size) },
});

export const handleListReleaseAttachments = implement(listReleaseAttachments, async (ctx, input) => {
  const project = await requireProject(ctx, { id: input.projectId });
  const releaseId = await requireReleaseId(ctx, project.id, input.releaseId);
  const asked = await input.fields();
  const where = eq(releaseAttachments.releaseId, releaseId);
  return readPage(ctx.db, list, { ...asked, where }, (rows) => rows.map(toAttachment));
});
