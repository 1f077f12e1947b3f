import { requireProject } from "@/lib/auth/access";
import { implement } from "@/lib/operations/implement";
import { keepHtmlSoon } from "../html/kept-html";
import { unscheduled } from "../schedule/unscheduled";
import { noteReleaseEvent } from "../webhooks/note-event";
import { keepRevision } from "./autosaved";
import { changeRelease, unchanged } from "./change-release";
import { publishRelease } from "./contract";
import { requireRelease, stillProcessing } from "./require-release";
import { toRelease } from "./to-release";

export const handlePublishRelease = implement(publishRelease, async (ctx, input) => {
  const project = await requireProject(ctx, { id: input.projectId });
  const release = await requireRelease(ctx, project.id, input.releaseId, "no key update");
  await input.fields();
  if (release.status === "processing") throw stillProcessing();
  if (release.status === "published") return unchanged(ctx, release);
  const columns = { publishedAt: ctx.now(), ...unscheduled, publishProblem: null };
  const published = await changeRelease(ctx, release, { status: "published", ...columns });
  await keepRevision(ctx, published);
  keepHtmlSoon(ctx, published);
  await noteReleaseEvent(ctx, "release.published", published);
  return toRelease(published);
});
