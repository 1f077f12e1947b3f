import { and, eq } from "drizzle-orm";
import { releases } from "@/db/schema/releases";
import { requireProject } from "@/lib/auth/access";
import { countRate } from "@/lib/auth/limits";
import { AppError } from "@/lib/operations/errors";
import { implement } from "@/lib/operations/implement";
import { noteBefore } from "@/lib/operations/trail";
import { waitingMs } from "../jobs/lease";
import { workOnReleases } from "../jobs/worker";
import { unscheduled } from "../schedule/unscheduled";
import { regenerateRelease } from "./contract";
import { releaseColumns } from "./release-columns";
import { requireRelease, stillProcessing } from "./require-release";
import { toRelease } from "./to-release";

export const handleRegenerateRelease = implement(regenerateRelease, async (ctx, input) => {
  const project = await requireProject(ctx, { uuid: input.projectId });
  const release = await requireRelease(ctx, project.id, input.releaseId);
  await input.fields();
  if (release.status === "published") {
    throw new AppError(
      "conflict",
      "A published release cannot be written anew. Edit it, or generate another one.",
    );
  }
  await countRate(ctx, "releasesPerHour", project.id);
  noteBefore(ctx, toRelease(release));
  // The old text stays in the row, though nobody sees it, in case the generation fails.
  const [processing] = await ctx.db
    .update(releases)
    .set({
      status: "processing",
      errorMessage: null,
      // Nobody has read what is about to be written.
      ...unscheduled,
      progress: null,
      attempt: 0,
      leaseToken: null,
      leaseUntil: null,
      deadlineAt: new Date(ctx.now().getTime() + waitingMs),
    })
    .where(and(eq(releases.id, release.id), eq(releases.status, "draft")))
    .returning(releaseColumns);
  if (!processing) throw stillProcessing();
  ctx.after(() => ctx.background(workOnReleases));
  return toRelease(processing);
});
