import { requireProject } from "@/lib/auth/access";
import { plannerOf } from "@/lib/auth/planner";
import { AppError } from "@/lib/operations/errors";
import { implement } from "@/lib/operations/implement";
import { invalid } from "@/lib/operations/read-body";
import { wakeClock } from "@/lib/platform/process/clock";
import { changeRelease } from "../notes/change-release";
import { requireRelease, stillProcessing } from "../notes/require-release";
import { toRelease } from "../notes/to-release";
import { aheadMaxDays, cancelReleaseSchedule, scheduleRelease } from "./contract";
import { unscheduled } from "./unscheduled";

const aheadMaxMs = aheadMaxDays * 24 * 60 * 60_000;

export const handleScheduleRelease = implement(scheduleRelease, async (ctx, input) => {
  const project = await requireProject(ctx, { id: input.projectId });
  const release = await requireRelease(ctx, project.id, input.releaseId, "no key update");
  const publishAt = new Date((await input.fields()).publishAt);
  const ahead = publishAt.getTime() - ctx.now().getTime();
  if (!(ahead > 0)) throw invalid([{ path: "publishAt", message: "must be in the future" }]);
  if (ahead > aheadMaxMs) throw invalid([{ path: "publishAt", message: "must be at most a year ahead" }]);
  if (release.status === "processing") throw stillProcessing();
  if (release.status === "published") throw new AppError("conflict", "This release is published already.");
  if (release.revision === 0) throw hasNoText();
  const { actorKind, actorId, actorName } = await plannerOf(ctx);
  const scheduled = await changeRelease(ctx, release, {
    ...{ publishAt, publisherKind: actorKind, publisherId: actorId, publisherName: actorName },
    publishProblem: null,
  });
  ctx.after(() => wakeClock("scheduled changes"));
  return toRelease(scheduled);
});

export const handleCancelReleaseSchedule = implement(cancelReleaseSchedule, async (ctx, input) => {
  const project = await requireProject(ctx, { id: input.projectId });
  const release = await requireRelease(ctx, project.id, input.releaseId, "no key update");
  await input.fields();
  if (!release.publishAt && !release.publishProblem) throw notScheduled();
  return toRelease(await changeRelease(ctx, release, { ...unscheduled, publishProblem: null }));
});

const notScheduled = () => new AppError("conflict", "This release is not scheduled.");
const hasNoText = () =>
  new AppError("conflict", "There are no notes to publish. Write them by hand, or write them anew.");
