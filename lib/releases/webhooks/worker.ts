import { db } from "@/db/database";
import { releaseDeliveries as budget } from "@/lib/platform/budgets/budgets";
import { type Attempt, failedAttempt } from "@/lib/platform/deliveries/attempt";
import type { Due } from "@/lib/platform/deliveries/delivery-queue";
import { deliveryWorker } from "@/lib/platform/deliveries/delivery-worker";
import { type EventPayload, eventQueue } from "./queue";
import { openedSecrets } from "./secret";
import { sendEvent } from "./send-event";

const worker = deliveryWorker({
  work: "deliveries of releases",
  budget,
  queue: eventQueue,
  db,
  send,
  retries: () => true,
});

/** Something waits that was committed in this process. Nobody waits for it to be sent; a function is kept alive for it. */
export const beginReleaseDeliveries = worker.begin;

/** Sends due events, to a few webhooks at a time, until none is due. */
export const workOnReleaseDeliveries = worker.workOn;

/** Sends deliveries at their time, as long as this process runs. */
export const keepTimeOfReleaseDeliveries = worker.keepTime;

async function send(due: Due<EventPayload>, signal: AbortSignal): Promise<Attempt | undefined> {
  const { url, body, eventId } = due;
  if (body === null) return failedAttempt("The event is no longer stored.");
  const secrets = openedSecrets(due);
  if (!secrets) return failedAttempt("The secret was sealed with another AUTH_SECRET: rotate it.");
  return sendEvent({ url, body, secrets, id: eventId }, signal);
}
