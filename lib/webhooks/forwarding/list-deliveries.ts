import { and, asc, eq, getTableColumns } from "drizzle-orm";
import { deliveryTries, forwardingRules, webhookDeliveries } from "@/db/schema/webhook-forwarding";
import type { Ctx } from "@/lib/operations/context";
import { notFound } from "@/lib/operations/errors";
import { isGuid } from "@/lib/operations/ids";
import { implement } from "@/lib/operations/implement";
import { byTime, listOf } from "@/lib/operations/list-sql";
import { readPage } from "@/lib/operations/read-page";
import { shownBody } from "@/lib/operations/shown-body";
import { getDelivery, listDeliveries } from "../deliveries/contract";
import { requireInbox } from "./require-rule";

const columns = { ...getTableColumns(webhookDeliveries), ruleName: forwardingRules.name };
export type DeliveryRow = typeof webhookDeliveries.$inferSelect & { ruleName: string };

const list = listOf({
  from: webhookDeliveries,
  joins: [{ table: forwardingRules, on: eq(forwardingRules.id, webhookDeliveries.ruleId) }],
  columns,
  always: ["state", "dueAt"],
  id: webhookDeliveries.id,
  searched: [webhookDeliveries.method, webhookDeliveries.path, webhookDeliveries.error],
  sorts: { createdAt: byTime(webhookDeliveries.createdAt) },
});

export const handleListDeliveries = implement(listDeliveries, async (ctx, input) => {
  const { webhook } = await requireInbox(ctx, input);
  const { ruleId, requestId, state, ...asked } = await input.fields();
  const where = and(
    eq(webhookDeliveries.webhookId, webhook.id),
    ruleId === undefined ? undefined : eq(webhookDeliveries.ruleId, ruleId),
    requestId === undefined ? undefined : eq(webhookDeliveries.requestId, requestId),
    state === undefined ? undefined : eq(webhookDeliveries.state, state),
  );
  return readPage(ctx.db, list, { ...asked, where }, (rows) => rows.map(toDelivery));
});

export const handleGetDelivery = implement(getDelivery, async (ctx, input) => {
  const { webhook } = await requireInbox(ctx, input);
  const row = await requireDelivery(ctx, webhook.id, input.deliveryId);
  const tries = await ctx.db
    .select()
    .from(deliveryTries)
    .where(eq(deliveryTries.deliveryId, row.id))
    .orderBy(asc(deliveryTries.number));
  return { ...toDelivery(row), log: tries.map(toTry) };
});

/**
 * The delivery, when it is the inbox's.
 * @throws {AppError} `not_found`
 */
export async function requireDelivery({ db }: Ctx, webhookId: string, id: string): Promise<DeliveryRow> {
  const [row] = isGuid(id)
    ? await db
        .select(columns)
        .from(webhookDeliveries)
        .innerJoin(forwardingRules, eq(forwardingRules.id, webhookDeliveries.ruleId))
        .where(and(eq(webhookDeliveries.id, id), eq(webhookDeliveries.webhookId, webhookId)))
    : [];
  if (!row) throw notFound("Delivery");
  return row;
}

/** A delivery as the API shows it. */
export const toDelivery = ({ dueAt, endedAt, createdAt, ...row }: DeliveryRow) => ({
  ...row,
  nextTryAt: row.state === "pending" ? iso(dueAt) : null,
  endedAt: iso(endedAt),
  createdAt: iso(createdAt) ?? "",
});

/** Lists may leave columns out. */
const iso = (time: Date | null | undefined) => time?.toISOString() ?? null;

function toTry({ at, answer, ...row }: typeof deliveryTries.$inferSelect) {
  const shown = answer && shownBody(answer, row.answerTruncated);
  return {
    ...row,
    at: at.toISOString(),
    answer: shown?.body ?? null,
    answerEncoding: shown?.encoding ?? ("utf8" as const),
  };
}
