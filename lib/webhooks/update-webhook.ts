import { eq } from "drizzle-orm";
import { webhooks } from "@/db/schema/webhooks";
import { requireProject } from "@/lib/auth/access";
import { notFound } from "@/lib/operations/errors";
import { implement } from "@/lib/operations/implement";
import { updateWebhook } from "./contract";
import { forgetInbox } from "./inboxes";
import { requireWebhook } from "./require-webhook";
import { toWebhook } from "./to-webhook";

export const handleUpdateWebhook = implement(updateWebhook, async (ctx, input) => {
  const project = await requireProject(ctx, { uuid: input.projectId });
  const webhook = await requireWebhook(ctx, project.id, input.webhookId);
  const { expiresAt, ...changes } = await input.fields();
  const expiry =
    expiresAt === undefined ? {} : { expiresAt: expiresAt === null ? null : new Date(expiresAt) };
  const set = { ...changes, ...expiry };
  if (Object.keys(set).length === 0) return toWebhook(webhook, project);
  const [updated] = await ctx.db.update(webhooks).set(set).where(eq(webhooks.id, webhook.id)).returning();
  if (!updated) throw notFound("Webhook");
  ctx.after(() => forgetInbox(webhook.referenceId));
  return toWebhook(updated, project);
});
