import type { Db } from "@/db/client";
import { db } from "@/db/database";
import { pruneOutbox } from "@/db/outbox";
import { pruneTrail } from "@/lib/audit/team-share";
import { pruneEmails, sendQueued } from "@/lib/auth/emails/worker";
import { pruneLimits } from "@/lib/auth/limits";
import { pruneSessions } from "@/lib/auth/prune-sessions";
import { prunePlaces } from "@/lib/auth/sign-in-places";
import { pruneDeletions } from "@/lib/deletions/prune-deletions";
import { pruneSchedules } from "@/lib/flag-schedules/prune-schedules";
import { pruneUses } from "@/lib/flag-use/prune-uses";
import { pruneKeyCodes } from "@/lib/keys/codes/key-codes";
import { pruneCalls } from "@/lib/mocks/calls/prune-calls";
import { AppError } from "@/lib/operations/errors";
import { Success } from "@/lib/operations/fields";
import { implement } from "@/lib/operations/implement";
import { operation } from "@/lib/operations/operation";
import { env } from "@/lib/platform/env/env";
import { hasBearer } from "@/lib/platform/headers/bearer";
import { log } from "@/lib/platform/log/log";
import { settledWithin } from "@/lib/platform/process/settled-within";
import { pruneTraffic } from "@/lib/projects/traffic/prune-traffic";
import { workOnReleases } from "@/lib/releases/jobs/worker";
import { pruneReleaseDeliveries } from "@/lib/releases/webhooks/bound-events";
import { workOnReleaseDeliveries } from "@/lib/releases/webhooks/worker";
import { pruneInvitations } from "@/lib/teams/prune-invitations";
import { pruneDeliveries } from "@/lib/webhooks/forwarding/prune-deliveries";
import { workOnDeliveries } from "@/lib/webhooks/forwarding/worker";
import { pruneWebhooks } from "@/lib/webhooks/prune";
import { pruneIdempotencyKeys } from "./idempotency";
import { doDue, retryReleaseEmails } from "./scheduled-changes";

export const runScheduledWork = operation({
  id: "runScheduledWork",
  method: "GET",
  path: "/api/cron",
  tag: "Operations",
  summary:
    "Do what is due, remove old rows, send waiting deliveries and go on with waiting releases, for the scheduler of a serverless platform",
  access: "public",
  output: Success,
  errors: ["unauthorized"],
});

export const handleRunScheduledWork = implement(runScheduledWork, async (ctx) => {
  const { cronSecret } = env();
  if (!cronSecret || !hasBearer(ctx.headers.get("authorization"), cronSecret))
    throw new AppError("unauthorized", "Unauthorized");
  // Deliveries first: somebody waits for them.
  ctx.background(sendQueued);
  ctx.background(async () => void (await retryReleaseEmails()));
  ctx.background(workOnDeliveries);
  ctx.background(workOnReleaseDeliveries);
  ctx.background(workOnReleases);
  ctx.background(() => prune(db(), ctx.now()));
  await doDue();
  return { success: true as const };
});

const prunings = {
  pruneIdempotencyKeys,
  pruneSessions,
  pruneLimits,
  prunePlaces,
  pruneWebhooks,
  pruneOutbox,
  pruneEmails,
  pruneDeletions,
  pruneInvitations,
  pruneTrail,
  pruneTraffic,
  pruneUses,
  pruneSchedules,
  pruneCalls,
  pruneDeliveries,
  pruneReleaseDeliveries,
  pruneKeyCodes,
};

/** After this time, in ms, the next pruning begins. The slow one continues until its statement ends. */
const pruningMs = 10_000;

/** Removes all rows that are too old to be useful. A pruning that fails or hangs doesn't stop the others. */
export async function prune(db: Db, now: Date, tasks: Record<string, Pruning> = prunings): Promise<void> {
  for (const [task, pruning] of Object.entries(tasks)) {
    const done = pruning(db, now).catch((err: unknown) =>
      log().warn({ err, task }, "old rows could not be removed"),
    );
    if (!(await settledWithin(done, pruningMs)))
      log().warn({ task }, "removing old rows takes long; starting the next pruning");
  }
}

type Pruning = (db: Db, now: Date) => Promise<void>;
