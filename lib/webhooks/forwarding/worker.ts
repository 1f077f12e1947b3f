import { and, eq } from "drizzle-orm";
import { db } from "@/db/database";
import { forwardingRules } from "@/db/schema/webhook-forwarding";
import { deliveries as budget } from "@/lib/platform/budgets/budgets";
import { log } from "@/lib/platform/log/log";
import { isClockRunning, keepTime, wakeClock } from "@/lib/platform/process/clock";
import { requestLifetime } from "@/lib/platform/process/request-lifetime";
import { singleton } from "@/lib/platform/singleton";
import type { PlannedDelivery } from "../captures";
import { forgetInbox } from "../inboxes";
import { claimLane, freeLanesBefore, type Lane, leaveLane, nextDueAt, nextOfLane } from "./lane";
import { deliveredWithinMs, outcomeOf } from "./next-try";
import { noteTry } from "./note-try";
import { inboxOfRule } from "./require-rule";
import { sendDelivery } from "./send-delivery";

const work = "deliveries of webhooks";

type Running = { stop: AbortController; done: Promise<void> };
type Worker = {
  running: Map<Lane, Running>;
  /** How often somebody asked whether something waits. */
  asked: number;
  isTaking: boolean;
  isStopped: boolean;
};
const worker = () =>
  singleton<Worker>("webhook forwarding", () => ({
    running: new Map(),
    asked: 0,
    isTaking: false,
    isStopped: false,
  }));

/** Something waits that was committed in this process. Nobody waits for it to be sent; a function is kept alive for it. */
export function beginDeliveries(planned?: readonly PlannedDelivery[]): void {
  // Whoever sends for these rules looks once more before the end of its turn, and somebody else after it.
  if (planned && hasLanes(planned)) return;
  wakeClock(work);
  if (isClockRunning(work)) return;
  requestLifetime()?.waitUntil(
    workOnDeliveries().catch((err: unknown) => log().warn({ err }, "deliveries could not be sent")),
  );
}

function hasLanes(planned: readonly PlannedDelivery[]): boolean {
  const held = new Set([...worker().running.keys()].map(({ ruleId }) => ruleId));
  return planned.every(({ ruleId, skipped }) => skipped || held.has(ruleId));
}

/** Sends what is due, a few rules at once, until nothing is left that is due. */
export async function workOnDeliveries(): Promise<void> {
  const { running } = worker();
  await take();
  while (running.size > 0) {
    await Promise.race([...running.values()].map(({ done }) => done));
    await take();
  }
}

/**
 * Sends deliveries at their time, as long as this process runs.
 * @param alone whether no other process uses the database, so that nobody else can hold a rule
 * @returns ends that; what is under way is sent again later, by whoever is there
 */
export function keepTimeOfDeliveries({ alone }: { alone: boolean }): () => Promise<void> {
  let isFreed = !alone;
  const state = worker();
  state.isStopped = false;
  const stopTime = keepTime(work, async () => {
    if (!isFreed) await freeLanesBefore(db(), new Date(Date.now() - process.uptime() * 1000));
    isFreed = true;
    await take();
    return nextDueAt(db(), new Date());
  });
  return async () => {
    state.isStopped = true;
    await stopTime();
    for (const { stop } of state.running.values()) stop.abort(new Error("This process ends."));
    await Promise.all([...state.running.values()].map(({ done }) => done));
  };
}

/** Fills the free places. Only one call at a time claims, so that no two of them count the same place as free. */
async function take(): Promise<void> {
  const state = worker();
  state.asked += 1;
  if (state.isTaking) return;
  state.isTaking = true;
  try {
    // Whoever asks during a claim may have come too late for it, so that it is repeated.
    for (let seen = 0; seen !== state.asked && !state.isStopped && state.running.size < budget.lanes; ) {
      seen = state.asked;
      const lane = await claim(state);
      if (!lane) continue;
      start(state, lane);
      seen = 0;
    }
  } finally {
    state.isTaking = false;
  }
}

/** Projects of which nothing is being sent come first; then those that have fewer than their places. */
async function claim({ running }: Worker): Promise<Lane | undefined> {
  const lanes = [...running.keys()];
  const takesFailing = lanes.filter(({ isFailing }) => isFailing).length < budget.failingLanes;
  const served = [...new Set(lanes.map(({ projectId }) => projectId))];
  const full = served.filter(
    (id) => lanes.filter(({ projectId }) => projectId === id).length >= budget.lanesOfOne,
  );
  const now = new Date();
  const first = await claimLane(db(), { now, fullProjects: served, takesFailing });
  if (first || full.length === served.length) return first;
  return claimLane(db(), { now, fullProjects: full, takesFailing });
}

function start(state: Worker, lane: Lane): void {
  const stop = new AbortController();
  const done = runLane(lane, stop.signal)
    .catch((err: unknown) =>
      log().warn({ err, ruleId: lane.ruleId }, "a rule's deliveries could not be sent"),
    )
    .finally(() => {
      state.running.delete(lane);
      // More may have come for this rule since it was last looked at, and its place is free.
      wakeClock(work);
    });
  state.running.set(lane, { stop, done });
}

/** Sends what is due for a rule, for as long as its turn lasts. */
async function runLane(lane: Lane, signal: AbortSignal): Promise<void> {
  const begun = Date.now();
  for (let sent = 0; sent < budget.turnMax && Date.now() - begun < budget.turnMs; sent += 1) {
    if (signal.aborted || !(await sendNext(lane, signal))) break;
  }
  // After a failure of ours it waits for the end of its lease instead, so that nothing is sent over and over.
  await leaveLane(db(), lane);
}

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

/** Why a rule is paused after a try, if it is. */
export function pauseFor(
  statusCode: number | null,
  failingSince: Date | null,
  now: Date,
): string | undefined {
  if (statusCode === 410) return "Its address answered 410 Gone: nobody wants anything there any more.";
  const failsFor = failingSince === null ? 0 : now.getTime() - failingSince.getTime();
  return failsFor >= deliveredWithinMs ? "Nothing could be delivered for 24 hours." : undefined;
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
  const referenceId = await inboxOfRule(db(), ruleId);
  if (referenceId) await forgetInbox(referenceId);
}
