import { and, eq } from "drizzle-orm";
import { webhooks } from "@/db/schema/webhooks";
import type { Ctx } from "@/lib/operations/context";
import { notFound } from "@/lib/operations/errors";
import { isGuid } from "@/lib/operations/ids";
import { type Lock, locking } from "@/lib/operations/lock";
import type { WebhookRow } from "./to-webhook";

/**
 * The inbox, when it is the project's.
 * @throws {AppError} `not_found`
 */
export async function requireWebhook(
  { db }: Ctx,
  projectId: string,
  webhookId: string,
  lock?: Lock,
): Promise<WebhookRow> {
  const isIt = and(eq(webhooks.id, webhookId), eq(webhooks.projectId, projectId));
  const [webhook] = isGuid(webhookId) ? await locking(db.select().from(webhooks).where(isIt), lock) : [];
  if (!webhook) throw notFound("Webhook");
  return webhook;
}
