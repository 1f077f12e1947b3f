import { and, eq } from "drizzle-orm";
import { orFirst } from "@/db/schema/columns";
import { releases } from "@/db/schema/releases";
import { requireProject } from "@/lib/auth/access";
import { implement } from "@/lib/operations/implement";
import { byText, byTime, listOf } from "@/lib/operations/list-sql";
import { readPage } from "@/lib/operations/read-page";
import { takeUpWaiting } from "../jobs/worker";
import { listReleases } from "./contract";
import { releaseColumns } from "./release-columns";
import { endOverdue } from "./require-release";
import { toRelease } from "./to-release";

const { attempt, leaseToken, leaseUntil, deadlineAt, ...shown } = releaseColumns;
const { publisherKind, publisherId, publisherName, ...columns } = shown;

const list = listOf({
  from: releases,
  columns,
  always: ["status"],
  id: releases.id,
  searched: [releases.title],
  sorts: {
    createdAt: byTime(releases.createdAt),
    updatedAt: byTime(releases.updatedAt),
    publishedAt: byTime(orFirst(releases.publishedAt)),
    toDate: byTime(releases.toDate),
    title: byText(releases.title),
  },
});

export const handleListReleases = implement(listReleases, async (ctx, input) => {
  const project = await requireProject(ctx, { id: input.projectId });
  const { status, ...asked } = await input.fields();
  await endOverdue(ctx.db, project.id, ctx.now());
  const where = and(eq(releases.projectId, project.id), status && eq(releases.status, status));
  return readPage(ctx.db, list, { ...asked, where }, (rows) => {
    takeUpWaiting(ctx, rows);
    return rows.map(toRelease);
  });
});
