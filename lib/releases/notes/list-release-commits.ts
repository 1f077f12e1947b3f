import { eq, sql } from "drizzle-orm";
import { releases, type StoredCommit } from "@/db/schema/releases";
import { requireProject } from "@/lib/auth/access";
import { implement } from "@/lib/operations/implement";
import { byNumber, listOf } from "@/lib/operations/list-sql";
import { readPage } from "@/lib/operations/read-page";
import { listReleaseCommits } from "./contract";
import { requireReleaseId } from "./require-release";

/** All commits are one value of the release. The database splits it and returns only those of the page. */
const commit = sql.raw('"each"."commit"');
const place = sql.raw('"each"."place"');
const part = <Name extends keyof StoredCommit>(name: Name) =>
  sql<StoredCommit[Name]>`${commit} ->> ${sql.raw(`'${name}'`)}`;

const list = listOf({
  from: sql`${releases} cross join lateral json_array_elements(${releases.commits}) with ordinality as "each"("commit", "place")`,
  columns: {
    sha: part("sha"),
    repoUrl: part("repoUrl"),
    subject: part("subject"),
    author: part("author"),
    url: part("url"),
    leftOut: part("leftOut"),
  },
  id: place,
  idKind: "number",
  idField: "sha",
  searched: [part("subject"), part("author"), part("sha")],
  sorts: { place: byNumber(place) },
  weight: sql`octet_length(${commit}::text)`,
});

export const handleListReleaseCommits = implement(listReleaseCommits, async (ctx, input) => {
  const project = await requireProject(ctx, { id: input.projectId });
  const releaseId = await requireReleaseId(ctx, project.id, input.releaseId);
  const asked = await input.fields();
  return readPage(ctx.db, list, { ...asked, where: eq(releases.id, releaseId) }, (rows) => rows);
});
