import { and, eq } from "drizzle-orm";
import { releases } from "@/db/schema/releases";
import { requireProject } from "@/lib/auth/access";
import { plannerOf } from "@/lib/auth/planner";
import { AppError } from "@/lib/operations/errors";
import { implement } from "@/lib/operations/implement";
import { invalid } from "@/lib/operations/read-body";
import { noteBefore } from "@/lib/operations/trail";
import { wakeClock } from "@/lib/platform/process/clock";
import { releaseColumns } from "../notes/release-columns";
import { requireRelease, stillProcessing } from "../notes/require-release";
import { toRelease } from "../notes/to-release";
import { aheadMaxDays, cancelReleaseSchedule, scheduleRelease } from "./contract";
import { unscheduled } from "./unscheduled";

const aheadMaxMs = aheadMaxDays * 24 * 60 * 60_000;

export const handleScheduleRelease = implement(scheduleRelease, async (ctx, input) => {
  const project = await requireProject(ctx, { uuid: input.projectId });
  const release = await requireRelease(ctx, project.id, input.releaseId);
  const publishAt = new Date((await input.fields()).publishAt);
  const ahead = publishAt.getTime() - ctx.now().getTime();
  if (!(ahead > 0)) throw invalid([{ path: "publishAt", message: "must be in the future" }]);
  if (ahead > aheadMaxMs) throw invalid([{ path: "publishAt", message: "must be at most a year ahead" }]);
  if (release.status === "processing") throw stillProcessing();
  if (release.status === "published") throw isPublished();
  if (release.revision === 0) throw hasNoText();
  noteBefore(ctx, toRelease(release));
  const { actorKind, actorId, actorName } = await plannerOf(ctx);
  const [scheduled] = await ctx.db
    .update(releases)
    .set({
      ...{ publishAt, publisherKind: actorKind, publisherId: actorId, publisherName: actorName },
      publishProblem: null,
    })
    .where(and(eq(releases.id, release.id), eq(releases.status, "draft")))
    .returning(releaseColumns);
  if (!scheduled) throw isPublished();
  ctx.after(() => wakeClock("scheduled changes"));
  return toRelease(scheduled);
});

export const handleCancelReleaseSchedule = implement(cancelReleaseSchedule, async (ctx, input) => {
  const project = await requireProject(ctx, { uuid: input.projectId });
  const release = await requireRelease(ctx, project.id, input.releaseId);
  await input.fields();
  if (!release.publishAt && !release.publishProblem) throw notScheduled();
  noteBefore(ctx, toRelease(release));
  const [cancelled] = await ctx.db
    .update(releases)
    .set({ ...unscheduled, publishProblem: null })
    .where(eq(releases.id, release.id))
    .returning(releaseColumns);
  return toRelease(cancelled ?? release);
});

const notScheduled = () => new AppError("conflict", "This release is not scheduled.");
const isPublished = () => new AppError("conflict", "This release is published already.");
const hasNoText = () =>
  new AppError("conflict", "There are no notes to publish. Write them by hand, or write them anew.");
