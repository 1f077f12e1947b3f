import { and, eq } from "drizzle-orm";
import { releases } from "@/db/schema/releases";
import { requireProject } from "@/lib/auth/access";
import { implement } from "@/lib/operations/implement";
import { noteBefore } from "@/lib/operations/trail";
import { keepHtmlSoon } from "../html/kept-html";
import { unscheduled } from "../schedule/unscheduled";
import { noteReleaseEvent } from "../webhooks/note-event";
import { keepRevision } from "./autosaved";
import { publishRelease } from "./contract";
import { releaseColumns } from "./release-columns";
import { requireRelease, stillProcessing } from "./require-release";
import { toRelease } from "./to-release";

export const handlePublishRelease = implement(publishRelease, async (ctx, input) => {
  const project = await requireProject(ctx, { uuid: input.projectId });
  const release = await requireRelease(ctx, project.id, input.releaseId);
  await input.fields();
  if (release.status === "processing") throw stillProcessing();
  noteBefore(ctx, toRelease(release));
  const [published] = await ctx.db
    .update(releases)
    .set({ status: "published", publishedAt: ctx.now(), ...unscheduled, publishProblem: null })
    .where(and(eq(releases.id, release.id), eq(releases.status, "draft")))
    .returning(releaseColumns);
  if (published) {
    await keepRevision(ctx, published);
    keepHtmlSoon(ctx, published);
    await noteReleaseEvent(ctx, "release.published", published);
  }
  return toRelease(published ?? (await requireRelease(ctx, project.id, release.id)));
});
