import { requireProject } from "@/lib/auth/access";
import { AppError } from "@/lib/operations/errors";
import { implement } from "@/lib/operations/implement";
import { changeRelease } from "./change-release";
import { cancelRelease } from "./contract";
import { requireRelease } from "./require-release";
import { toRelease } from "./to-release";

/** Whoever writes the notes finds at its next sign of life that the release is not its own any more, and ends. */
export const handleCancelRelease = implement(cancelRelease, async (ctx, input) => {
  const project = await requireProject(ctx, { id: input.projectId });
  const release = await requireRelease(ctx, project.id, input.releaseId, "no key update");
  await input.fields();
  if (release.status !== "processing") throw new AppError("conflict", "The notes are not being written.");
  const columns = { errorMessage: cancelled, progress: null, leaseToken: null, leaseUntil: null };
  return toRelease(await changeRelease(ctx, release, { status: "draft", ...columns }));
});

const cancelled = "Somebody ended the writing of the notes. Try again, or write them by hand.";
