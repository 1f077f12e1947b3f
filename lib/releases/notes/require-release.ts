import { and, eq, lte } from "drizzle-orm";
import type { Db } from "@/db/client";
import { releases } from "@/db/schema/releases";
import { writeAlong } from "@/db/write-along";
import type { Ctx } from "@/lib/operations/context";
import { AppError, notFound } from "@/lib/operations/errors";
import { isGuid } from "@/lib/operations/ids";
import { type Lock, locking } from "@/lib/operations/lock";
import { releaseColumns } from "./release-columns";
import type { ReleaseRow } from "./to-release";

/**
 * Ends generations whose time is up, so that nobody ever sees one that never ends. A process that still works on one
 * loses its lease by this.
 */
export async function endOverdue(db: Db, projectId: string, now: Date): Promise<void> {
  await writeAlong(db, () =>
    db
      .update(releases)
      .set({
        status: "draft",
        errorMessage: "Writing the notes took too long. Try again, or choose a shorter range.",
        leaseToken: null,
        leaseUntil: null,
      })
      .where(
        and(
          eq(releases.projectId, projectId),
          eq(releases.status, "processing"),
          lte(releases.deadlineAt, now),
        ),
      ),
  );
}

/**
 * The release, when it is the project's.
 * @throws {AppError} `not_found`
 */
export async function requireRelease(
  ctx: Ctx,
  projectId: string,
  id: string,
  lock?: Lock,
): Promise<ReleaseRow> {
  if (!isGuid(id)) throw notFound("Release");
  await endOverdue(ctx.db, projectId, ctx.now());
  const isIt = and(eq(releases.id, id), eq(releases.projectId, projectId));
  const [release] = await locking(ctx.db.select(releaseColumns).from(releases).where(isIt), lock);
  if (!release) throw notFound("Release");
  return release;
}

/**
 * Only its id, for operations on what belongs to it: a release's notes and commits are large.
 * @throws {AppError} `not_found`
 */
export async function requireReleaseId(ctx: Ctx, projectId: string, id: string): Promise<string> {
  const [release] = isGuid(id)
    ? await ctx.db
        .select({ id: releases.id })
        .from(releases)
        .where(and(eq(releases.id, id), eq(releases.projectId, projectId)))
    : [];
  if (!release) throw notFound("Release");
  return release.id;
}

export const stillProcessing = () =>
  new AppError("conflict", "The notes are still being written. Wait until the release is a draft.");
