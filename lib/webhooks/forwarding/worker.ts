import { and, eq } from "drizzle-orm";
import { db } from "@/db/database";
import { forwardingRules } from "@/db/schema/webhook-forwarding";
import { deliveries as budget } from "@/lib/platform/budgets/budgets";
import { laneWorker } from "@/lib/platform/deliveries/lanes";
import { outcomeOf, pauseFor } from "@/lib/platform/deliveries/next-try";
import type { PlannedDelivery } from "../captures";
import { forgetInbox } from "../inboxes";
import { claimLane, freeLanesBefore, type Lane, leaveLane, nextDueAt, nextOfLane } from "./lane";
import { noteTry } from "./note-try";
import { inboxOfRule } from "./require-rule";
import { sendDelivery } from "./send-delivery";

/** A rule is a lane. */
const rules = laneWorker<Lane>({
  work: "deliveries of webhooks",
  budget,
  claim: (asked) => claimLane(db(), asked),
  sendNext,
  leave: (lane) => leaveLane(db(), lane),
  freeBefore: (start) => freeLanesBefore(db(), start),
  nextDueAt: (now) => nextDueAt(db(), now),
});

/** Something waits that was committed in this process. Nobody waits for it to be sent; a function is kept alive for it. */
export function beginDeliveries(planned?: readonly PlannedDelivery[]): void {
  // Whoever sends for these rules looks once more before the end of its turn, and somebody else after it.
  if (planned && hasLanes(planned)) return;
  rules.begin();
}

function hasLanes(planned: readonly PlannedDelivery[]): boolean {
  const held = new Set(rules.held().map(({ ruleId }) => ruleId));
  return planned.every(({ ruleId, skipped }) => skipped || held.has(ruleId));
}

/** Sends what is due, a few rules at once, until nothing is left that is due. */
export const workOnDeliveries = rules.workOn;

/** Sends deliveries at their time, as long as this process runs. */
export const keepTimeOfDeliveries = rules.keepTime;

/** @returns whether there may be more to send */
async function sendNext(lane: Lane, signal: AbortSignal): Promise<boolean> {
  const next = await nextOfLane(db(), lane, new Date());
  if (!next?.delivery) return false;
  const { id: deliveryId, roundTries, deadlineAt } = next.delivery;
  const tried = await sendDelivery(next, lane, signal);
  if (!tried) return false;
  const now = new Date();
  const outcome = outcomeOf(tried, { tries: roundTries + 1, retries: next.retries, now, deadlineAt });
  const failingSince = await noteTry(db(), lane, { deliveryId, outcome, tried, now });
  if (failingSince === undefined) return false;
  const reason = pauseFor(tried.statusCode, failingSince, now);
  if (reason) await pause(lane, next.url, reason);
  return !reason;
}

/** Not where somebody gave it another address meanwhile, or another process sends for it. */
async function pause({ ruleId, token }: Lane, url: string, pausedReason: string): Promise<void> {
  await db()
    .update(forwardingRules)
    .set({ enabled: false, pausedReason })
    .where(
      and(
        eq(forwardingRules.id, ruleId),
        eq(forwardingRules.leaseToken, token),
        eq(forwardingRules.url, url),
      ),
    );
  const inbox = await inboxOfRule(db(), ruleId);
  if (inbox) await forgetInbox(inbox.referenceId);
}
