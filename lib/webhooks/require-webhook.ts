import { and, eq } from "drizzle-orm";
import { webhooks } from "@/db/schema/webhooks";
import type { Ctx } from "@/lib/operations/context";
import { notFound } from "@/lib/operations/errors";
import { isGuid } from "@/lib/operations/ids";
import type { WebhookRow } from "./to-webhook";

/**
 * The inbox, when it is the project's.
 * @throws {AppError} `not_found`
 */
export async function requireWebhook(ctx: Ctx, projectId: string, webhookId: string): Promise<WebhookRow> {
  const [webhook] = isGuid(webhookId)
    ? await ctx.db
        .select()
        .from(webhooks)
        .where(and(eq(webhooks.id, webhookId), eq(webhooks.projectId, projectId)))
    : [];
  if (!webhook) throw notFound("Webhook");
  return webhook;
}
