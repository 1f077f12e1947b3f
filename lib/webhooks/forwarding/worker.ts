import { db } from "@/db/database";
import { deliveries as budget } from "@/lib/platform/budgets/budgets";
import { deliveryWorker } from "@/lib/platform/deliveries/delivery-worker";
import type { PlannedDelivery } from "../captures";
import { forgetInbox } from "../inboxes";
import { forwardingQueue } from "./queue";
import { inboxOfRule } from "./require-rule";
import { sendDelivery } from "./send-delivery";

const worker = deliveryWorker({
  work: "deliveries of webhooks",
  budget,
  queue: forwardingQueue,
  db,
  send: sendDelivery,
  retries: ({ retries }) => retries,
  paused: async ({ targetId }) => {
    const inbox = await inboxOfRule(db(), targetId);
    if (inbox) await forgetInbox(inbox.referenceId);
  },
});

/** Something waits that was committed in this process. Nobody waits for it to be sent; a function is kept alive for it. */
export function beginDeliveries(planned?: readonly PlannedDelivery[]): void {
  // Whoever sends for these rules looks once more before the end of its turn, and somebody else after it.
  if (planned && areLeased(planned)) return;
  worker.begin();
}

function areLeased(planned: readonly PlannedDelivery[]): boolean {
  const held = new Set(worker.held().map(({ targetId }) => targetId));
  return planned.every(({ ruleId, skipped }) => skipped || held.has(ruleId));
}

/** Sends due requests, for a few rules at a time, until none is due. */
export const workOnDeliveries = worker.workOn;

/** Sends deliveries at their time, as long as this process runs. */
export const keepTimeOfDeliveries = worker.keepTime;
