import { requireProject } from "@/lib/auth/access";
import { countRate } from "@/lib/auth/limits";
import { AppError } from "@/lib/operations/errors";
import { implement } from "@/lib/operations/implement";
import { waitingMs } from "../jobs/lease";
import { workOnReleases } from "../jobs/worker";
import { unscheduled } from "../schedule/unscheduled";
import { changeRelease } from "./change-release";
import { regenerateRelease } from "./contract";
import { requireRelease, stillProcessing } from "./require-release";
import { toRelease } from "./to-release";

export const handleRegenerateRelease = implement(regenerateRelease, async (ctx, input) => {
  const project = await requireProject(ctx, { id: input.projectId });
  const release = await requireRelease(ctx, project.id, input.releaseId, "no key update");
  await input.fields();
  if (release.status === "published") {
    throw new AppError(
      "conflict",
      "A published release cannot be written anew. Edit it, or generate another one.",
    );
  }
  if (release.status === "processing") throw stillProcessing();
  await countRate(ctx, "releasesPerHour", project.id);
  // The old text stays in the row, though nobody sees it, in case the generation fails.
  const processing = await changeRelease(ctx, release, {
    status: "processing",
    errorMessage: null,
    // Nobody has read what is about to be written.
    ...unscheduled,
    progress: null,
    attempt: 0,
    leaseToken: null,
    leaseUntil: null,
    deadlineAt: new Date(ctx.now().getTime() + waitingMs),
  });
  ctx.after(() => ctx.background(workOnReleases));
  return toRelease(processing);
});
