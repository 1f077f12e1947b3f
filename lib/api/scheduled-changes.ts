import { db } from "@/db/database";
import { type DueStep, doDueSteps } from "@/lib/flag-schedules/do-due";
import { handleUpdateFlag } from "@/lib/flags/update-flag";
import { handleUpdateGroupFlag } from "@/lib/groups/update-group-flag";
import type { Ctx } from "@/lib/operations/context";
import type { AnyImplementation } from "@/lib/operations/implement";
import { parseFields } from "@/lib/operations/parse-fields";
import { scopesFor } from "@/lib/operations/scope";
import { noteTrail } from "@/lib/operations/trail";
import { env } from "@/lib/platform/env/env";
import { log } from "@/lib/platform/log/log";
import { keepTime } from "@/lib/platform/process/clock";
import { requestLifetime } from "@/lib/platform/process/request-lifetime";
import { singleton } from "@/lib/platform/singleton";
import { type RetriedRelease, retryEmails } from "@/lib/releases/delivery/email-retries";
import { handleSendReleaseByEmail } from "@/lib/releases/delivery/send-release";
import { handlePublishRelease } from "@/lib/releases/notes/publish-release";
import { type DueRelease, publishDueReleases } from "@/lib/releases/schedule/publish-due";
import { beginReleaseDeliveries } from "@/lib/releases/webhooks/worker";
import { beginDeliveries } from "@/lib/webhooks/forwarding/worker";
import { trailed } from "./trailed";

/** Carries a step out as the operation that changes such a flag, with its entry in the audit trail. */
export function carryOutStep(ctx: Ctx, step: DueStep): Promise<unknown> {
  const { referenceId, flagId, groupId, groupFlagId } = step;
  return flagId === null
    ? changeBy(handleUpdateGroupFlag, ctx, step, {
        projectId: referenceId,
        groupId: groupId ?? "",
        groupFlagId: groupFlagId ?? "",
      })
    : changeBy(handleUpdateFlag, ctx, step, { projectId: referenceId, flagId });
}

function changeBy(
  { operation, run }: AnyImplementation,
  ctx: Ctx,
  { id, change }: DueStep,
  params: Record<string, string>,
): Promise<unknown> {
  const asPlanner = { ...ctx, scopes: scopesFor(operation) };
  return trailed(operation, params, asPlanner, (traced) => {
    noteTrail(traced, { scheduledChangeId: id });
    const fields = async () => parseFields(operation, new URLSearchParams(), change);
    return run(traced, { ...params, fields } as never);
  });
}

/** Publishes a release as the operation does, with its entry in the trail. */
export function publishScheduled(ctx: Ctx, { id, projectId }: DueRelease): Promise<unknown> {
  const { operation, run } = handlePublishRelease as AnyImplementation;
  const params = { projectId, releaseId: id };
  return trailed(operation, params, { ...ctx, scopes: scopesFor(operation) }, (traced) => {
    noteTrail(traced, { scheduledChangeId: id });
    const fields = async () => parseFields(operation, new URLSearchParams(), {});
    return run(traced, { ...params, fields } as never);
  });
}

/** Sends a release by email as the operation does, to recipients who don't have it yet. */
function sendReleaseAgain(ctx: Ctx, { id, projectId }: RetriedRelease): Promise<unknown> {
  const { operation, run } = handleSendReleaseByEmail as AnyImplementation;
  const params = { projectId, releaseId: id };
  return trailed(operation, params, { ...ctx, scopes: scopesFor(operation) }, (traced) =>
    run(traced, { ...params, fields: async () => ({}) } as never),
  );
}

export const retryReleaseEmails = () => retryEmails(db(), () => new Date(), sendReleaseAgain);

/** Sends releases again at their time, as long as this process runs. @returns ends that */
export const keepTimeOfReleaseEmails = () => keepTime("emails of releases", retryReleaseEmails);

/** Does what is due of flags and releases. @returns when there is more to do at the latest */
export async function doDue(): Promise<Date | null> {
  const now = () => new Date();
  const results = await Promise.allSettled([
    doDueSteps(db(), now, carryOutStep),
    publishDueReleases(db(), now, publishScheduled),
  ]);
  const failed = results.find((result) => result.status === "rejected");
  if (failed) throw failed.reason;
  const times = results.flatMap((result) => (result.status === "fulfilled" && result.value) || []);
  return times.reduce<Date | null>((first, at) => (first && first <= at ? first : at), null);
}

/** Does them at their time, as long as this process runs. @returns ends that */
export const keepTimeOfSchedules = () => keepTime("scheduled changes", doDue);

/** How often a function looks for what is due, in ms. */
const functionLookMs = 5000;

/**
 * Has a function look for what is due while it has a request: nothing goes on in it otherwise, and the platform's scheduler
 * comes once a day.
 */
export function lookForDue(now: number): void {
  if (!env().isServerless) return;
  const looked = singleton("look for scheduled changes", () => ({ at: 0 }));
  const lifetime = requestLifetime();
  if (!lifetime || now - looked.at < functionLookMs) return;
  looked.at = now;
  const look = doDue().catch((err: unknown) => log().warn({ err }, "scheduled changes could not be done"));
  lifetime.waitUntil(look);
  beginDeliveries();
  beginReleaseDeliveries();
}
