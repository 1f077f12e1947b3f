import { requireProject } from "@/lib/auth/access";
import { DeletionKind, restoreDeletion } from "@/lib/deletions/contract";
import type { Place } from "@/lib/deletions/kind";
import { restoreRows } from "@/lib/deletions/restore-rows";
import { forgetFlags } from "@/lib/environments/forget-flags";
import { forgetCollections } from "@/lib/mocks/collections/served-collections";
import { forgetMocks } from "@/lib/mocks/served-mocks";
import type { Ctx } from "@/lib/operations/context";
import { notFound } from "@/lib/operations/errors";
import { implement } from "@/lib/operations/implement";
import { wakeClock } from "@/lib/platform/process/clock";
import { forgetAllRecords, forgetRecord } from "@/lib/records/forget-record";
import { free } from "@/lib/releases/jobs/lease";
import { workOnReleases } from "@/lib/releases/jobs/worker";
import { noteReturned } from "@/lib/releases/webhooks/note-event";
import { beginReleaseDeliveries } from "@/lib/releases/webhooks/worker";
import { inboxOfRule } from "@/lib/webhooks/forwarding/require-rule";
import { beginDeliveries } from "@/lib/webhooks/forwarding/worker";
import { forgetInbox } from "@/lib/webhooks/inboxes";
import { requireWebhook } from "@/lib/webhooks/require-webhook";

export const handleRestoreDeletion = implement(restoreDeletion, async (ctx, input) => {
  const project = await requireProject(ctx, { uuid: input.projectId });
  // Before the deletion is looked for, because a repeat with an Idempotency-Key would not find it any more.
  await input.fields();
  const kind = DeletionKind.safeParse(input.kind);
  if (!kind.success) throw notFound("Deletion");
  await restoreRows(ctx, kind.data, { projectId: project.id, itemId: input.itemId }, settle[kind.data]);
  return { success: true as const };
});

/** What else happens when a thing returns, inside the same transaction. */
const settle: Record<DeletionKind, (ctx: Ctx, place: Place) => Promise<void>> = {
  mock: async (ctx, { projectId, itemId }) => ctx.after(() => forgetMocks(projectId, itemId)),
  collection: async (ctx, { projectId }) => ctx.after(() => forgetCollections(projectId)),
  webhook: async (ctx, { projectId, itemId }) => {
    const { referenceId } = await requireWebhook(ctx, projectId, itemId);
    ctx.after(() => forgetInbox(referenceId));
    ctx.after(() => beginDeliveries());
  },
  flag: async (ctx, { projectId }) => {
    ctx.after(() => forgetFlags(projectId));
    // What was planned for it may have fallen due meanwhile.
    ctx.after(() => wakeClock("scheduled changes"));
  },
  group: async (ctx, { projectId }) => {
    ctx.after(() => forgetFlags(projectId));
    ctx.after(forgetAllRecords);
    ctx.after(() => wakeClock("scheduled changes"));
  },
  segment: async (ctx, { projectId }) => ctx.after(() => forgetFlags(projectId)),
  record: async (ctx, { itemId }) => ctx.after(() => forgetRecord(itemId)),
  forwardingRule: async (ctx, { itemId }) => {
    const referenceId = await inboxOfRule(ctx.db, itemId);
    if (referenceId) ctx.after(() => forgetInbox(referenceId));
    ctx.after(() => beginDeliveries());
  },
  releaseWebhook: async (ctx) => ctx.after(() => beginReleaseDeliveries()),
  release: async (ctx, { itemId }) => {
    await free(ctx.db, itemId);
    await noteReturned(ctx, itemId);
    ctx.after(() => ctx.background(workOnReleases));
  },
};
