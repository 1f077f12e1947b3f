import { and, asc, eq, exists, isNotNull } from "drizzle-orm";
import { environments, flags, groupFlags, overrides } from "@/db/schema/flags";
import type { DeletionKind } from "@/lib/deletions/contract";
import type { Place } from "@/lib/deletions/kind";
import { forgetFlags } from "@/lib/environments/forget-flags";
import { requireAllConfirmed, requireConfirmed } from "@/lib/environments/require-confirmed";
import { holdSegments } from "@/lib/groups/hold-targeting";
import { isPathTaken, pathTaken, requireCollection } from "@/lib/mocks/collections/require-collection";
import { forgetCollections } from "@/lib/mocks/collections/served-collections";
import { requireFiles } from "@/lib/mocks/files/require-files";
import { requireMock } from "@/lib/mocks/require-mock";
import { forgetMocks } from "@/lib/mocks/served-mocks";
import type { Ctx } from "@/lib/operations/context";
import { notFound } from "@/lib/operations/errors";
import { wakeClock } from "@/lib/platform/process/clock";
import { forgetAllRecords, forgetRecord } from "@/lib/records/forget-record";
import { free } from "@/lib/releases/jobs/lease";
import { workOnReleases } from "@/lib/releases/jobs/worker";
import { noteReturned } from "@/lib/releases/webhooks/note-event";
import { requireRoomForWebhooks } from "@/lib/releases/webhooks/require-release-webhook";
import { beginReleaseDeliveries } from "@/lib/releases/webhooks/worker";
import { type StoredRule, segmentsOfRules } from "@/lib/targeting/rule-issues";
import { inboxOfRule, requireRoomForRules } from "@/lib/webhooks/forwarding/require-rule";
import { beginDeliveries } from "@/lib/webhooks/forwarding/worker";
import { forgetInbox } from "@/lib/webhooks/inboxes";
import { requireWebhook } from "@/lib/webhooks/require-webhook";

/** The role that creating one needs, where a member may not. */
export const roleFor: Partial<Record<DeletionKind, "admin">> = { releaseWebhook: "admin" };

/**
 * Runs in the transaction that has restored an object: applies the rules for creating one, apart from quotas, and
 * invalidates caches.
 */
export const settle: Record<DeletionKind, (ctx: Ctx, place: Place) => Promise<void>> = {
  mock: async (ctx, { projectId, itemId }) => {
    await requireFiles(ctx, projectId, await requireMock(ctx, projectId, itemId));
    ctx.after(() => forgetMocks(projectId, itemId));
  },
  collection: async (ctx, { projectId, itemId }) => {
    const { path } = await requireCollection(ctx, projectId, itemId);
    if (await isPathTaken(ctx.db, projectId, path, itemId)) throw pathTaken(path);
    ctx.after(() => forgetCollections(projectId));
  },
  webhook: async (ctx, { projectId, itemId }) => {
    const { referenceId } = await requireWebhook(ctx, projectId, itemId);
    ctx.after(() => forgetInbox(referenceId));
    ctx.after(() => beginDeliveries());
  },
  flag: async (ctx, place) => {
    requireConfirmed(ctx, [await environmentOfFlag(ctx, place)]);
    ctx.after(() => forgetFlags(place.projectId));
    // Its scheduled changes may have become due.
    ctx.after(() => wakeClock("scheduled changes"));
  },
  group: async (ctx, { projectId, itemId }) => {
    await requireAllConfirmed(ctx, projectId);
    await requireNamedSegments(ctx, projectId, itemId);
    ctx.after(() => forgetFlags(projectId));
    ctx.after(forgetAllRecords);
    ctx.after(() => wakeClock("scheduled changes"));
  },
  segment: async (ctx, { projectId }) => ctx.after(() => forgetFlags(projectId)),
  record: async (ctx, { projectId, itemId }) => {
    requireConfirmed(ctx, await environmentsOfRecord(ctx, projectId, itemId));
    ctx.after(() => forgetRecord(itemId));
  },
  forwardingRule: async (ctx, { itemId }) => {
    const inbox = await inboxOfRule(ctx.db, itemId, "no key update");
    if (!inbox) throw notFound("Webhook");
    await requireRoomForRules(ctx.db, inbox.id);
    ctx.after(() => forgetInbox(inbox.referenceId));
    ctx.after(() => beginDeliveries());
  },
  releaseWebhook: async (ctx, { projectId }) => {
    await requireRoomForWebhooks(ctx.db, projectId);
    ctx.after(() => beginReleaseDeliveries());
  },
  release: async (ctx, { itemId }) => {
    await free(ctx.db, itemId);
    await noteReturned(ctx, itemId);
    ctx.after(() => ctx.background(workOnReleases));
  },
};

async function environmentOfFlag({ db }: Ctx, { projectId, itemId }: Place) {
  const isIt = and(eq(flags.projectId, projectId), eq(flags.id, itemId));
  const [row] = await db
    .select({ environment: environments })
    .from(flags)
    .innerJoin(environments, eq(environments.id, flags.environmentId))
    .where(isIt);
  if (!row) throw notFound("Environment");
  return row.environment;
}

/** Those that a record's overrides are for. */
function environmentsOfRecord({ db }: Ctx, projectId: string, recordId: string) {
  const own = and(eq(overrides.environmentId, environments.id), eq(overrides.recordId, recordId));
  return db
    .select()
    .from(environments)
    .where(and(eq(environments.projectId, projectId), exists(db.select().from(overrides).where(own))))
    .orderBy(asc(environments.createdAt), asc(environments.id));
}

/** Prerequisites are flags of the same group, which come back together. */
async function requireNamedSegments(ctx: Ctx, projectId: string, groupId: string): Promise<void> {
  const ofGroup = and(eq(groupFlags.groupId, groupId), isNotNull(groupFlags.rules));
  const columns = { key: groupFlags.key, rules: groupFlags.rules };
  const flagsOfGroup = await ctx.db.select(columns).from(groupFlags).where(ofGroup);
  const named = flagsOfGroup.flatMap(({ key, rules }) =>
    [...segmentsOfRules(rules as StoredRule[])].map(
      ([segment, path]) => [segment, `${key}.${path}`] as const,
    ),
  );
  await holdSegments(ctx, projectId, new Map(named));
}
