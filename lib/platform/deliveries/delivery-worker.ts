import { log } from "../log/log";
import { isClockRunning, keepTime, type TimedWork, wakeClock } from "../process/clock";
import { requestLifetime } from "../process/request-lifetime";
import { singleton } from "../singleton";
import type { Attempt } from "./attempt";
import type { Database, DeliveryQueue, Due, Lease } from "./delivery-queue";
import { outcomeOf, pauseReason } from "./outcome";

type Budget = {
  /** Targets that are worked on at a time: of one project, of those that fail, and in all. */
  targetsOfProject: number;
  failingTargets: number;
  targets: number;
  /** How long a target has its turn, and how much it gets in it. */
  turnMs: number;
  turnMax: number;
};

type Work<Payload> = {
  /** Names its clock, too. */
  work: TimedWork;
  budget: Budget;
  queue: DeliveryQueue<Payload>;
  db(): Database;
  /** Sends a delivery once. @returns undefined if the signal ended that, so that nothing is known of it */
  send(due: Due<Payload>, signal: AbortSignal): Promise<Attempt | undefined>;
  /** Whether failed attempts are retried. */
  retries(due: Due<Payload>): boolean;
  /** Called once a target was paused. */
  paused?(lease: Lease): Promise<void>;
};

type Running = { stop: AbortController; done: Promise<void> };
type State = {
  running: Map<Lease, Running>;
  /** How often somebody asked whether something waits. */
  asked: number;
  isTaking: boolean;
  isStopped: boolean;
};

export type DeliveryWorker = {
  /** Something waits that was committed in this process. Nobody waits for it to be sent; a function is kept alive for it. */
  begin(): void;
  /** Sends due deliveries, to a few targets at a time, until none is due. */
  workOn(): Promise<void>;
  /** Targets that this process has leased. */
  held(): Lease[];
  /**
   * Sends deliveries at their time, as long as this process runs.
   * @param alone whether no other process uses the database, so that nobody else can hold a lease
   * @returns ends that; an attempt under way is repeated later, by any process
   */
  keepTime(of: { alone: boolean }): () => Promise<void>;
};

/** Sends the deliveries of a queue: to a few targets at a time, in turns, to each in order. */
export function deliveryWorker<Payload>(work: Work<Payload>): DeliveryWorker {
  const name = work.work;
  const state = () =>
    singleton<State>(`worker of ${name}`, () => ({
      running: new Map(),
      asked: 0,
      isTaking: false,
      isStopped: false,
    }));
  async function workOn(): Promise<void> {
    const { running } = state();
    await take(work, state());
    while (running.size > 0) {
      await Promise.race([...running.values()].map(({ done }) => done));
      await take(work, state());
    }
  }
  return {
    workOn,
    held: () => [...state().running.keys()],
    begin: () => {
      wakeClock(name);
      if (isClockRunning(name)) return;
      requestLifetime()?.waitUntil(
        workOn().catch((err: unknown) => log().warn({ err, work: name }, "deliveries could not be sent")),
      );
    },
    keepTime: ({ alone }) => keepTimeOf(work, state(), alone),
  };
}

function keepTimeOf<Payload>(work: Work<Payload>, state: State, alone: boolean): () => Promise<void> {
  const { queue, db } = work;
  let isFreed = !alone;
  state.isStopped = false;
  const stopTime = keepTime(work.work, async () => {
    if (!isFreed) await queue.freeEarlier(db(), process.uptime() * 1000);
    isFreed = true;
    await take(work, state);
    const ms = await queue.msUntilDue(db());
    return ms === null ? null : new Date(Date.now() + ms);
  });
  return async () => {
    state.isStopped = true;
    await stopTime();
    for (const { stop } of state.running.values()) stop.abort(new Error("This process ends."));
    await Promise.all([...state.running.values()].map(({ done }) => done));
  };
}

/** Fills the free places. Only one call at a time claims, so that no two of them count the same place as free. */
async function take<Payload>(work: Work<Payload>, state: State): Promise<void> {
  state.asked += 1;
  if (state.isTaking) return;
  state.isTaking = true;
  try {
    // A call during a claim may have come too late for it, so the claim is repeated.
    for (
      let seen = 0;
      seen !== state.asked && !state.isStopped && state.running.size < work.budget.targets;
    ) {
      seen = state.asked;
      const lease = await claim(work, state);
      if (!lease) continue;
      start(work, state, lease);
      seen = 0;
    }
  } finally {
    state.isTaking = false;
  }
}

/** Projects of which nothing is being sent come first; then those that have fewer than their places. */
async function claim<Payload>(
  { budget, queue, db }: Work<Payload>,
  { running }: State,
): Promise<Lease | undefined> {
  const held = [...running.keys()];
  const takesFailing = held.filter(({ isFailing }) => isFailing).length < budget.failingTargets;
  const served = [...new Set(held.map(({ projectId }) => projectId))];
  const full = served.filter(
    (id) => held.filter(({ projectId }) => projectId === id).length >= budget.targetsOfProject,
  );
  const first = await queue.claim(db(), served, takesFailing);
  if (first || full.length === served.length) return first;
  return queue.claim(db(), full, takesFailing);
}

function start<Payload>(work: Work<Payload>, state: State, lease: Lease): void {
  const stop = new AbortController();
  const done = takeTurn(work, lease, stop.signal)
    .catch((err: unknown) =>
      log().warn({ err, projectId: lease.projectId, work: work.work }, "deliveries could not be sent"),
    )
    .finally(() => {
      state.running.delete(lease);
      // More may have come for this target since it was last looked at, and its place is free.
      wakeClock(work.work);
    });
  state.running.set(lease, { stop, done });
}

/** Sends due deliveries of a target, for as long as its turn lasts. */
async function takeTurn<Payload>(work: Work<Payload>, lease: Lease, signal: AbortSignal): Promise<void> {
  const { turnMax, turnMs } = work.budget;
  const begun = performance.now();
  for (let sent = 0; sent < turnMax && performance.now() - begun < turnMs; sent += 1) {
    if (signal.aborted || !(await sendNext(work, lease, signal))) break;
  }
  // After a failure of ours it waits for the end of its lease instead, so that nothing is sent over and over.
  await work.queue.release(work.db(), lease);
}

/** @returns whether there may be more to send */
async function sendNext<Payload>(work: Work<Payload>, lease: Lease, signal: AbortSignal): Promise<boolean> {
  const { queue, db, send, retries, paused } = work;
  const due = await queue.next(db(), lease);
  if (!due) return false;
  const attempt = await send(due, signal);
  if (!attempt) return false;
  const given = { attempts: due.roundTries + 1, retries: retries(due), now: new Date() };
  const recorded = { deliveryId: due.deliveryId, attempt, outcome: outcomeOf(attempt, given) };
  const failingMs = await queue.record(db(), lease, recorded);
  if (failingMs === undefined) return false;
  const reason = pauseReason(attempt.statusCode, failingMs);
  if (reason && (await queue.pause(db(), lease, due.url, reason))) await paused?.(lease);
  return !reason;
}
