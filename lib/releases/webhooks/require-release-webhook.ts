import { and, eq } from "drizzle-orm";
import type { Db } from "@/db/client";
import { releaseWebhooks } from "@/db/schema/release-webhooks";
import type { Ctx } from "@/lib/operations/context";
import { AppError, notFound } from "@/lib/operations/errors";
import { isGuid } from "@/lib/operations/ids";
import { type Lock, locking } from "@/lib/operations/lock";
import { withIsoTimes } from "@/lib/operations/present";
import { invalid } from "@/lib/operations/read-body";
import { ownInboxOf } from "@/lib/platform/hosts/own-target";
import { receiverProblem } from "@/lib/platform/outbound/check-target";
import { type ReleaseEvent, releaseWebhookLimits } from "./contract";

export type ReleaseWebhookRow = typeof releaseWebhooks.$inferSelect;

/**
 * The webhook, when it is the project's.
 * @throws {AppError} `not_found`
 */
export async function requireReleaseWebhook(
  { db }: Ctx,
  projectId: string,
  id: string,
  lock?: Lock,
): Promise<ReleaseWebhookRow> {
  const isIt = and(eq(releaseWebhooks.id, id), eq(releaseWebhooks.projectId, projectId));
  const [row] = isGuid(id) ? await locking(db.select().from(releaseWebhooks).where(isIt), lock) : [];
  if (!row) throw notFound("Release webhook");
  return row;
}

/**
 * Call it once a webhook is stored, in a transaction that holds the project.
 * @throws {AppError} `conflict`
 */
export async function requireRoomForWebhooks(db: Db, projectId: string): Promise<void> {
  const here = eq(releaseWebhooks.projectId, projectId);
  const { webhooks: max } = releaseWebhookLimits;
  if ((await db.$count(releaseWebhooks, here)) <= max) return;
  throw new AppError("conflict", `A project has at most ${max} release webhooks. Delete one first.`);
}

/** @throws {AppError} `invalid_request` where an address is given that can't be called */
export function requireSoundUrl(url: string | undefined): void {
  const message = url === undefined || ownInboxOf(url) ? undefined : receiverProblem(url);
  if (message) throw invalid([{ path: "url", message }]);
}

/** What the trail calls a webhook. Paths and queries of such addresses are often secrets. */
export const nameOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url);

/** A webhook as the API shows it. */
export function toReleaseWebhook(row: ReleaseWebhookRow) {
  const {
    secret: _,
    previousSecret: _previous,
    leaseToken: _token,
    leaseUntil: _until,
    turnAt: _turn,
    ...shown
  } = row;
  return { ...withIsoTimes(shown), events: row.events as ReleaseEvent[] };
}
