import { and, eq } from "drizzle-orm";
import { releases } from "@/db/schema/releases";
import { requireProject } from "@/lib/auth/access";
import { implement } from "@/lib/operations/implement";
import { noteBefore } from "@/lib/operations/trail";
import { noteReleaseEvent } from "../webhooks/note-event";
import { unpublishRelease } from "./contract";
import { releaseColumns } from "./release-columns";
import { requireRelease, stillProcessing } from "./require-release";
import { toRelease } from "./to-release";

export const handleUnpublishRelease = implement(unpublishRelease, async (ctx, input) => {
  const project = await requireProject(ctx, { uuid: input.projectId });
  const release = await requireRelease(ctx, project.id, input.releaseId);
  await input.fields();
  if (release.status === "processing") throw stillProcessing();
  noteBefore(ctx, toRelease(release));
  const [draft] = await ctx.db
    .update(releases)
    .set({ status: "draft", publishedAt: null })
    .where(and(eq(releases.id, release.id), eq(releases.status, "published")))
    .returning(releaseColumns);
  if (draft) await noteReleaseEvent(ctx, "release.unpublished", draft);
  return toRelease(draft ?? (await requireRelease(ctx, project.id, release.id)));
});
