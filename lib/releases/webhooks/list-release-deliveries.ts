import { and, asc, eq, getTableColumns } from "drizzle-orm";
import { releaseEvents, releaseWebhookDeliveries, releaseWebhookTries } from "@/db/schema/release-webhooks";
import { requireProject } from "@/lib/auth/access";
import type { Ctx } from "@/lib/operations/context";
import { notFound } from "@/lib/operations/errors";
import { isGuid } from "@/lib/operations/ids";
import { implement } from "@/lib/operations/implement";
import { byTime, listOf } from "@/lib/operations/list-sql";
import { readPage } from "@/lib/operations/read-page";
import { shownBody } from "@/lib/operations/shown-body";
import { getReleaseWebhookDelivery, listReleaseWebhookDeliveries } from "../webhook-deliveries/contract";
import type { ReleaseEvent } from "./contract";
import { requireReleaseWebhook } from "./require-release-webhook";

type Row = typeof releaseWebhookDeliveries.$inferSelect;
const { title, type, error, createdAt } = releaseWebhookDeliveries;

const list = listOf({
  from: releaseWebhookDeliveries,
  columns: getTableColumns(releaseWebhookDeliveries),
  always: ["state", "dueAt"],
  id: releaseWebhookDeliveries.id,
  searched: [title, type, error],
  sorts: { createdAt: byTime(createdAt) },
});

export const handleListReleaseWebhookDeliveries = implement(
  listReleaseWebhookDeliveries,
  async (ctx, input) => {
    const project = await requireProject(ctx, { id: input.projectId });
    const webhook = await requireReleaseWebhook(ctx, project.id, input.releaseWebhookId);
    const { state, ...asked } = await input.fields();
    const where = and(
      eq(releaseWebhookDeliveries.webhookId, webhook.id),
      state === undefined ? undefined : eq(releaseWebhookDeliveries.state, state),
    );
    return readPage(ctx.db, list, { ...asked, where }, (rows) => rows.map(toReleaseDelivery));
  },
);

export const handleGetReleaseWebhookDelivery = implement(getReleaseWebhookDelivery, async (ctx, input) => {
  const project = await requireProject(ctx, { id: input.projectId });
  const webhook = await requireReleaseWebhook(ctx, project.id, input.releaseWebhookId);
  const row = await requireReleaseDelivery(ctx, webhook.id, input.releaseDeliveryId);
  const [event] = await ctx.db
    .select({ body: releaseEvents.body })
    .from(releaseEvents)
    .where(eq(releaseEvents.id, row.eventId));
  const tries = await ctx.db
    .select()
    .from(releaseWebhookTries)
    .where(eq(releaseWebhookTries.deliveryId, row.id))
    .orderBy(asc(releaseWebhookTries.number));
  return { ...toReleaseDelivery(row), body: event?.body ?? null, log: tries.map(toTry) };
});

/**
 * The delivery, when it is the webhook's.
 * @throws {AppError} `not_found`
 */
export async function requireReleaseDelivery({ db }: Ctx, webhookId: string, id: string): Promise<Row> {
  const { id: own, webhookId: of } = releaseWebhookDeliveries;
  const [row] = isGuid(id)
    ? await db
        .select()
        .from(releaseWebhookDeliveries)
        .where(and(eq(own, id), eq(of, webhookId)))
    : [];
  if (!row) throw notFound("Delivery");
  return row;
}

/** A delivery as the API shows it. */
export const toReleaseDelivery = ({ dueAt, endedAt, createdAt, ...row }: Row) => ({
  ...row,
  type: row.type as ReleaseEvent,
  nextTryAt: row.state === "pending" ? iso(dueAt) : null,
  endedAt: iso(endedAt),
  createdAt: iso(createdAt) ?? "",
});

/** Lists may leave columns out. */
const iso = (time: Date | null | undefined) => time?.toISOString() ?? null;

function toTry({ at, answer, ...row }: typeof releaseWebhookTries.$inferSelect) {
  const shown = answer && shownBody(answer, row.answerTruncated);
  return {
    ...row,
    at: at.toISOString(),
    answer: shown?.body ?? null,
    answerEncoding: shown?.encoding ?? ("utf8" as const),
  };
}
