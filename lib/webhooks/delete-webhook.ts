import { requireProject } from "@/lib/auth/access";
import { deleteUndoably } from "@/lib/deletions/delete-undoably";
import { implement } from "@/lib/operations/implement";
import { bus } from "@/lib/platform/bus/bus";
import { streamChannel } from "@/lib/platform/bus/stream-channel";
import { deleteWebhook, Webhook } from "./contract";
import { forgetInbox } from "./inboxes";
import { requireWebhook } from "./require-webhook";
import type { CaptureNotice } from "./stream-contract";
import { toWebhook } from "./to-webhook";

export const handleDeleteWebhook = implement(deleteWebhook, async (ctx, input) => {
  const project = await requireProject(ctx, { id: input.projectId });
  const webhook = await requireWebhook(ctx, project.id, input.webhookId, "update");
  const { id, referenceId } = webhook;
  const shown = Webhook.parse(toWebhook(webhook, project));
  await deleteUndoably(ctx, "webhook", { projectId: project.id, itemId: id }, shown);
  ctx.after(async () => {
    await forgetInbox(referenceId);
    await bus().publish(streamChannel(id), { deleted: true } satisfies CaptureNotice);
  });
  return { success: true as const };
});
