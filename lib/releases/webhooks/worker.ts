import { and, eq } from "drizzle-orm";
import { db } from "@/db/database";
import { releaseWebhooks } from "@/db/schema/release-webhooks";
import { releaseDeliveries as budget } from "@/lib/platform/budgets/budgets";
import { laneWorker } from "@/lib/platform/deliveries/lanes";
import { outcomeOf, pauseFor } from "@/lib/platform/deliveries/next-try";
import { claimLane, freeLanesBefore, type Lane, leaveLane, type Next, nextDueAt, nextOfLane } from "./lane";
import { noteTry } from "./note-try";
import { secretsOf } from "./secret";
import { type SentTry, sendEvent, unsentTry } from "./send-event";

/** A webhook is a lane. */
const webhooks = laneWorker<Lane>({
  work: "deliveries of releases",
  budget,
  claim: (asked) => claimLane(db(), asked),
  sendNext,
  leave: (lane) => leaveLane(db(), lane),
  freeBefore: (start) => freeLanesBefore(db(), start),
  nextDueAt: (now) => nextDueAt(db(), now),
});

/** Something waits that was committed in this process. Nobody waits for it to be sent; a function is kept alive for it. */
export const beginReleaseDeliveries = webhooks.begin;

/** Sends what is due, a few webhooks at once, until nothing is left that is due. */
export const workOnReleaseDeliveries = webhooks.workOn;

/** Sends deliveries at their time, as long as this process runs. */
export const keepTimeOfReleaseDeliveries = webhooks.keepTime;

/** @returns whether there may be more to send */
async function sendNext(lane: Lane, signal: AbortSignal): Promise<boolean> {
  const next = await nextOfLane(db(), lane, new Date());
  if (!next) return false;
  const { id: deliveryId, roundTries, deadlineAt } = next.delivery;
  const tried = await send(next, signal);
  if (!tried) return false;
  const now = new Date();
  const outcome = outcomeOf(tried, { tries: roundTries + 1, retries: true, now, deadlineAt });
  const failingSince = await noteTry(db(), lane, { deliveryId, outcome, tried, now });
  if (failingSince === undefined) return false;
  const pausedReason = pauseFor(tried.statusCode, failingSince, now);
  if (pausedReason) await pause(lane, next, pausedReason);
  return !pausedReason;
}

async function send(next: Next, signal: AbortSignal): Promise<SentTry | undefined> {
  const { url, body, delivery } = next;
  if (body === null) return unsentTry("The event is kept no longer.");
  const secrets = secretsOf(next, new Date());
  if (!secrets) return unsentTry("The secret was sealed with another AUTH_SECRET: rotate it.");
  return sendEvent({ url, body, secrets, id: delivery.eventId }, signal);
}

/** Somebody who has named another address meanwhile is not paused for the old one. */
async function pause({ webhookId, token }: Lane, { url }: Next, pausedReason: string): Promise<void> {
  const { id, leaseToken, url: current } = releaseWebhooks;
  await db()
    .update(releaseWebhooks)
    .set({ enabled: false, pausedReason })
    .where(and(eq(id, webhookId), eq(leaseToken, token), eq(current, url)));
}
