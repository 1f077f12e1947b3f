import { and, eq } from "drizzle-orm";
import { releases } from "@/db/schema/releases";
import { requireProject } from "@/lib/auth/access";
import { AppError } from "@/lib/operations/errors";
import { implement } from "@/lib/operations/implement";
import { noteBefore } from "@/lib/operations/trail";
import { cancelRelease } from "./contract";
import { releaseColumns } from "./release-columns";
import { requireRelease } from "./require-release";
import { toRelease } from "./to-release";

/** Whoever writes the notes finds at its next sign of life that the release is not its own any more, and ends. */
export const handleCancelRelease = implement(cancelRelease, async (ctx, input) => {
  const project = await requireProject(ctx, { uuid: input.projectId });
  const release = await requireRelease(ctx, project.id, input.releaseId);
  await input.fields();
  if (release.status !== "processing") throw notBeingWritten();
  noteBefore(ctx, toRelease(release));
  const [draft] = await ctx.db
    .update(releases)
    .set({
      ...{ status: "draft", errorMessage: cancelled, progress: null },
      ...{ leaseToken: null, leaseUntil: null },
    })
    .where(and(eq(releases.id, release.id), eq(releases.status, "processing")))
    .returning(releaseColumns);
  if (!draft) throw notBeingWritten();
  return toRelease(draft);
});

const notBeingWritten = () => new AppError("conflict", "The notes are not being written.");
const cancelled = "Somebody ended the writing of the notes. Try again, or write them by hand.";
