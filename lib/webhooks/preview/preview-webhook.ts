import { requireProject } from "@/lib/auth/access";
import { implement } from "@/lib/operations/implement";
import { requireSoundAnswer } from "../answers/require-sound-answer";
import { previewWebhook } from "./contract";
import { previewOf } from "./preview-of";

/** Captures nothing, and counts nothing. */
export const handlePreviewWebhook = implement(previewWebhook, async (ctx, input) => {
  const project = await requireProject(ctx, { id: input.projectId });
  const given = await input.fields();
  await requireSoundAnswer(given.response);
  return previewOf({ projectId: project.id, requestId: ctx.requestId, ...given });
});
