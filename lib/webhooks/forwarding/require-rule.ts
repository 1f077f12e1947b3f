import { and, eq, inArray, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { forwardingRules, webhookDeliveries } from "@/db/schema/webhook-forwarding";
import { webhooks } from "@/db/schema/webhooks";
import { type ProjectRow, requireProject } from "@/lib/auth/access";
import { addressProblem } from "@/lib/mocks/callbacks/callback-problems";
import type { Ctx } from "@/lib/operations/context";
import { AppError, notFound } from "@/lib/operations/errors";
import { isGuid } from "@/lib/operations/ids";
import { type Lock, locking } from "@/lib/operations/lock";
import { withIsoTimes } from "@/lib/operations/present";
import { invalid } from "@/lib/operations/read-body";
import { requireWebhook } from "../require-webhook";
import type { WebhookRow } from "../to-webhook";
import { type ForwardingRule, forwardingLimits } from "./contract";

export type RuleRow = typeof forwardingRules.$inferSelect;

/** @throws {AppError} if the caller may not, or there is no such inbox */
export async function requireInbox(
  ctx: Ctx,
  input: { projectId: string; webhookId: string },
  lock?: Lock,
): Promise<{ project: ProjectRow; webhook: WebhookRow }> {
  const project = await requireProject(ctx, { id: input.projectId });
  return { project, webhook: await requireWebhook(ctx, project.id, input.webhookId, lock) };
}

/**
 * The rule, when it is the inbox's.
 * @throws {AppError} `not_found`
 */
export async function requireRule(
  { db }: Ctx,
  webhookId: string,
  ruleId: string,
  lock?: Lock,
): Promise<RuleRow> {
  const isIt = and(eq(forwardingRules.id, ruleId), eq(forwardingRules.webhookId, webhookId));
  const [row] = isGuid(ruleId) ? await locking(db.select().from(forwardingRules).where(isIt), lock) : [];
  if (!row) throw notFound("Forwarding rule");
  return row;
}

/** The inbox that a rule belongs to. */
export async function inboxOfRule(
  db: Db,
  ruleId: string,
  lock?: Lock,
): Promise<Pick<WebhookRow, "id" | "referenceId"> | undefined> {
  const query = db
    .select({ id: webhooks.id, referenceId: webhooks.referenceId })
    .from(forwardingRules)
    .innerJoin(webhooks, eq(webhooks.id, forwardingRules.webhookId))
    .where(eq(forwardingRules.id, ruleId));
  const [row] = await locking(query, lock, webhooks);
  return row;
}

/**
 * Call it once a rule is stored, in a transaction that holds the inbox.
 * @throws {AppError} `conflict`
 */
export async function requireRoomForRules(db: Db, webhookId: string): Promise<void> {
  const here = eq(forwardingRules.webhookId, webhookId);
  const { rules: max } = forwardingLimits;
  if ((await db.$count(forwardingRules, here)) <= max) return;
  throw new AppError("conflict", `An inbox has at most ${max} forwarding rules. Delete one first.`);
}

/** @throws {AppError} `invalid_request` */
export function requireSoundUrl(url: string | undefined): void {
  const message = url === undefined ? undefined : addressProblem(url);
  if (message) throw invalid([{ path: "url", message }]);
}

type Counts = ForwardingRule["counts"];
const dayMs = 24 * 60 * 60 * 1000;

/** Rules as the API shows them. */
export async function withCounts(db: Db, rows: readonly RuleRow[], now: Date) {
  const counts = await countsOf(
    db,
    rows.map(({ id }) => id),
    now,
  );
  return rows.map((row) => toRule(row, counts.get(row.id)));
}

const none: Counts = { delivered: 0, waiting: 0, failed: 0, skipped: 0 };

/** A rule as the API shows it. */
export const toRule = (
  { headerValues: _, leaseToken: _token, leaseUntil: _until, turnAt: _turn, ...row }: RuleRow,
  counts = none,
) => ({ ...withIsoTimes(row), counts });

/** How the deliveries of rules stand, by the rules' ids. */
export async function countsOf(db: Db, ids: string[], now: Date): Promise<Map<string, Counts>> {
  if (ids.length === 0) return new Map();
  const { ruleId, state, endedAt, captures } = webhookDeliveries;
  const since = new Date(now.getTime() - dayMs);
  const rows = await db
    .select({ ruleId, state, count: sql<number>`sum(${captures})::int` })
    .from(webhookDeliveries)
    .where(
      and(
        inArray(ruleId, ids),
        sql`(${state} = 'pending' or ${endedAt} > ${since.toISOString()}::timestamptz)`,
      ),
    )
    .groupBy(ruleId, state);
  const found = new Map<string, Counts>(ids.map((id) => [id, { ...none }]));
  for (const row of rows) {
    const counts = found.get(row.ruleId);
    if (!counts) continue;
    if (row.state === "pending") counts.waiting = row.count;
    else if (row.state !== "cancelled") counts[row.state] = row.count;
  }
  return found;
}
