import { eq } from "drizzle-orm";
import { webhooks } from "@/db/schema/webhooks";
import { requireProject } from "@/lib/auth/access";
import { notFound } from "@/lib/operations/errors";
import { implement } from "@/lib/operations/implement";
import { bus } from "@/lib/platform/bus/bus";
import { type CaptureNotice, captureChannel, deleteWebhook } from "./contract";
import { forgetInbox } from "./inboxes";
import { requireWebhook } from "./require-webhook";

export const handleDeleteWebhook = implement(deleteWebhook, async (ctx, input) => {
  const project = await requireProject(ctx, { uuid: input.projectId });
  const { id, referenceId } = await requireWebhook(ctx, project.id, input.webhookId);
  const [deleted] = await ctx.db.delete(webhooks).where(eq(webhooks.id, id)).returning({ id: webhooks.id });
  if (!deleted) throw notFound("Webhook");
  ctx.after(async () => {
    await forgetInbox(referenceId);
    await bus().publish(captureChannel(id), { deleted: true } satisfies CaptureNotice);
  });
  return { success: true as const };
});
