import { and, desc, eq, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { rawRows } from "@/db/raw-rows";
import { forwardedCaptures, webhookDeliveries } from "@/db/schema/webhook-forwarding";
import { capturedRequests } from "@/db/schema/webhooks";
import { type Ctx, transaction } from "@/lib/operations/context";
import { AppError } from "@/lib/operations/errors";
import { implement } from "@/lib/operations/implement";
import { captureFrameBytes } from "@/lib/operations/stock";
import { noteTrail } from "@/lib/operations/trail";
import { planned } from "@/lib/platform/deliveries/delivery-queue";
import { resendDelivery } from "../deliveries/contract";
import { cancelDeliveries, resendFailedDeliveries } from "./contract";
import { takeRoom } from "./forwarding-room";
import { requireDelivery, toDelivery } from "./list-deliveries";
import { forwardingQueue } from "./queue";
import { type RuleRow, requireInbox, requireRule } from "./require-rule";
import { beginDeliveries } from "./worker";

/** How many failed deliveries are sent again at once, the newest. */
const resentMax = 500;

export const handleResendDelivery = implement(resendDelivery, async (ctx, input) => {
  const { webhook } = await requireInbox(ctx, input);
  const { id, ruleId } = await requireDelivery(ctx, webhook.id, input.deliveryId);
  requireRunning(await requireRule(ctx, webhook.id, ruleId));
  const resent = await transaction(ctx, async (inner) => {
    await requireCopy(inner, { projectId: webhook.projectId, webhookId: webhook.id, deliveryId: id });
    await forwardingQueue.resend(inner.db, [id]);
    return requireDelivery(inner, webhook.id, id);
  });
  ctx.after(() => beginDeliveries());
  const shown = toDelivery(resent);
  noteTrail(ctx, { subject: { name: `${shown.method} ${shown.path || "/"}` } });
  return shown;
});

export const handleResendFailedDeliveries = implement(resendFailedDeliveries, async (ctx, input) => {
  const { webhook } = await requireInbox(ctx, input);
  const rule = await requireRule(ctx, webhook.id, input.ruleId);
  requireRunning(rule);
  const resent = await transaction(ctx, async (inner) => {
    const rows = await inner.db
      .select({ id: webhookDeliveries.id })
      .from(webhookDeliveries)
      .innerJoin(forwardedCaptures, eq(forwardedCaptures.id, webhookDeliveries.requestId))
      .where(and(eq(webhookDeliveries.ruleId, rule.id), eq(webhookDeliveries.state, "failed")))
      .orderBy(desc(webhookDeliveries.createdAt))
      .limit(resentMax)
      // Pruning leaves them alone then.
      .for("key share", { of: forwardedCaptures });
    const ids = rows.map(({ id }) => id);
    return forwardingQueue.resend(inner.db, ids);
  });
  ctx.after(() => beginDeliveries());
  noteTrail(ctx, { subject: { name: rule.name } });
  return { resent };
});

export const handleCancelDeliveries = implement(cancelDeliveries, async (ctx, input) => {
  const { webhook } = await requireInbox(ctx, input);
  const rule = await requireRule(ctx, webhook.id, input.ruleId);
  const [row] = await rawRows<{ cancelled: number }>(
    ctx.db,
    sql`with gone as (
        update ${webhookDeliveries} set state = 'cancelled', ended_at = ${planned.at},
          error = 'Somebody cancelled it before it was delivered.'
         where rule_id = ${rule.id} and state = 'pending' returning 1)
      select count(*)::int as cancelled from gone`,
  );
  noteTrail(ctx, { subject: { name: rule.name } });
  return { cancelled: row?.cancelled ?? 0 };
});

/** @throws {AppError} `conflict`: what is sent again would wait for nobody knows how long */
function requireRunning({ enabled }: RuleRow): void {
  if (!enabled) throw new AppError("conflict", "The rule is paused. Let it go on first.");
}

type Resent = { projectId: string; webhookId: string; deliveryId: string };

/**
 * What is delivered has no copy any more: it is made anew of the capture, if that is kept.
 * @throws {AppError} `conflict`
 */
async function requireCopy(ctx: Ctx, { projectId, webhookId, deliveryId }: Resent): Promise<void> {
  const { requestId } = await requireDelivery(ctx, webhookId, deliveryId);
  if (await hasCopy(ctx.db, requestId)) return;
  const { id, method, path, rawUrl, rawHeaders, body, receivedAt } = capturedRequests;
  const size = sql<number>`octet_length(${body}) + octet_length(${rawUrl}) + pg_column_size(${rawHeaders}) + ${captureFrameBytes}`;
  const ofCapture = and(eq(capturedRequests.webhookId, webhookId), eq(id, requestId));
  const [kept] = await ctx.db.select({ size }).from(capturedRequests).where(ofCapture);
  if (!kept) {
    throw new AppError("conflict", "The request is no longer stored, so it can't be resent.");
  }
  if (!(await takeRoom({ projectId, webhookId }, kept.size, ctx.now().getTime()))) {
    throw new AppError("conflict", "The captures that wait take all of the quota forwardedBytes.");
  }
  await ctx.db
    .insert(forwardedCaptures)
    .select(
      ctx.db
        .select({
          ...{ id, webhookId: capturedRequests.webhookId },
          projectId: sql<string>`${projectId}::uuid`.as("project_id"),
          ...{ method, path, rawUrl, rawHeaders, body },
          bytes: sql<number>`${size}`.as("bytes"),
          receivedAt,
        })
        .from(capturedRequests)
        .where(ofCapture),
    )
    .onConflictDoNothing();
}

async function hasCopy(db: Db, requestId: string): Promise<boolean> {
  const [copy] = await db
    .select({ id: forwardedCaptures.id })
    .from(forwardedCaptures)
    .where(eq(forwardedCaptures.id, requestId))
    .for("key share");
  return copy !== undefined;
}
