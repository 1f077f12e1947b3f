import { requireProject } from "@/lib/auth/access";
import { implement } from "@/lib/operations/implement";
import { noteReleaseEvent } from "../webhooks/note-event";
import { changeRelease, unchanged } from "./change-release";
import { unpublishRelease } from "./contract";
import { requireRelease, stillProcessing } from "./require-release";
import { toRelease } from "./to-release";

export const handleUnpublishRelease = implement(unpublishRelease, async (ctx, input) => {
  const project = await requireProject(ctx, { id: input.projectId });
  const release = await requireRelease(ctx, project.id, input.releaseId, "no key update");
  await input.fields();
  if (release.status === "processing") throw stillProcessing();
  if (release.status === "draft") return unchanged(ctx, release);
  const draft = await changeRelease(ctx, release, { status: "draft", publishedAt: null });
  await noteReleaseEvent(ctx, "release.unpublished", draft);
  return toRelease(draft);
});
