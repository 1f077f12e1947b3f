import { and, eq, getTableColumns, sql } from "drizzle-orm";
import { releaseRevisions } from "@/db/schema/releases";
import { requireProject } from "@/lib/auth/access";
import { implement } from "@/lib/operations/implement";
import { byNumber, listOf } from "@/lib/operations/list-sql";
import { withIsoTimes } from "@/lib/operations/present";
import { readPage } from "@/lib/operations/read-page";
import { listReleaseRevisions } from "./contract";
import { requireReleaseId } from "./require-release";

const { number, title, author, writerId, writtenSince, ...others } = getTableColumns(releaseRevisions);
const autosaved = sql<boolean>`${writerId} is not null`;

const list = listOf({
  from: releaseRevisions,
  columns: { number, title, author, autosaved, ...others },
  id: number,
  idField: "number",
  searched: [title, author],
  sorts: { number: byNumber(number) },
});

export const handleListReleaseRevisions = implement(listReleaseRevisions, async (ctx, input) => {
  const project = await requireProject(ctx, { id: input.projectId });
  const releaseId = await requireReleaseId(ctx, project.id, input.releaseId);
  const { number: only, ...asked } = await input.fields();
  const where = and(
    eq(releaseRevisions.releaseId, releaseId),
    only === undefined ? undefined : eq(number, only),
  );
  return readPage(ctx.db, list, { ...asked, where }, (rows) => rows.map(withIsoTimes));
});
