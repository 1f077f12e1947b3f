import { and, eq } from "drizzle-orm";
import { pinnedCaptures } from "@/db/schema/webhooks";
import { requireProject } from "@/lib/auth/access";
import { implement } from "@/lib/operations/implement";
import { requireCapture } from "@/lib/webhooks/captures";
import { requireWebhook } from "@/lib/webhooks/require-webhook";
import { unpinRequest } from "./contract";
import { tellPin } from "./pin-request";

export const handleUnpinRequest = implement(unpinRequest, async (ctx, input) => {
  const project = await requireProject(ctx, { id: input.projectId });
  const webhook = await requireWebhook(ctx, project.id, input.webhookId);
  await input.fields();
  const before = await requireCapture(ctx.db, webhook.id, input.requestId, ctx.now());
  await ctx.db
    .delete(pinnedCaptures)
    .where(and(eq(pinnedCaptures.webhookId, webhook.id), eq(pinnedCaptures.sequence, before.sequence)));
  tellPin(ctx, before, null);
  return { success: true as const };
});
