import { log } from "../log/log";
import { isClockRunning, keepTime, type TimedWork, wakeClock } from "../process/clock";
import { requestLifetime } from "../process/request-lifetime";
import { singleton } from "../singleton";

/** What one receiver gets, one after the other. A process has it by a lease, so that nobody else sends the same. */
export type DeliveryLane = { projectId: string; isFailing: boolean };

/** What a claim may take: none of projects that have their places, and none that fails if there are enough of these. */
export type LaneClaim = { now: Date; fullProjects: readonly string[]; takesFailing: boolean };

type Budget = {
  /** Lanes that are worked on at a time: of one project, of those that fail, and in all. */
  lanesOfOne: number;
  failingLanes: number;
  lanes: number;
  /** How long a lane has its turn, and how much it sends in it. */
  turnMs: number;
  turnMax: number;
};

type LaneWork<Lane extends DeliveryLane> = {
  /** Names its clock, too. */
  work: TimedWork;
  budget: Budget;
  claim(asked: LaneClaim): Promise<Lane | undefined>;
  /** Sends what is due next. @returns whether there may be more to send */
  sendNext(lane: Lane, signal: AbortSignal): Promise<boolean>;
  /** Lets another turn, or another process, have the lane at once. */
  leave(lane: Lane): Promise<void>;
  /** Frees what was held before this moment. */
  freeBefore(start: Date): Promise<void>;
  nextDueAt(now: Date): Promise<Date | null>;
};

type Running = { stop: AbortController; done: Promise<void> };
type Worker<Lane> = {
  running: Map<Lane, Running>;
  /** How often somebody asked whether something waits. */
  asked: number;
  isTaking: boolean;
  isStopped: boolean;
};

export type LaneWorker<Lane extends DeliveryLane> = {
  /** Something waits that was committed in this process. Nobody waits for it to be sent; a function is kept alive for it. */
  begin(): void;
  /** Sends what is due, a few lanes at once, until nothing is left that is due. */
  workOn(): Promise<void>;
  /** The lanes that this process has. */
  held(): Lane[];
  /**
   * Sends deliveries at their time, as long as this process runs.
   * @param alone whether no other process uses the database, so that nobody else can hold a lane
   * @returns ends that; what is under way is sent again later, by whoever is there
   */
  keepTime(of: { alone: boolean }): () => Promise<void>;
};

/** Sends what waits in lanes: a few at once, in turns, of each in order. */
export function laneWorker<Lane extends DeliveryLane>(lanes: LaneWork<Lane>): LaneWorker<Lane> {
  const { work } = lanes;
  const state = () =>
    singleton<Worker<Lane>>(`lanes of ${work}`, () => ({
      running: new Map(),
      asked: 0,
      isTaking: false,
      isStopped: false,
    }));
  async function workOn(): Promise<void> {
    const { running } = state();
    await take(lanes, state());
    while (running.size > 0) {
      await Promise.race([...running.values()].map(({ done }) => done));
      await take(lanes, state());
    }
  }
  return {
    workOn,
    held: () => [...state().running.keys()],
    begin: () => {
      wakeClock(work);
      if (isClockRunning(work)) return;
      requestLifetime()?.waitUntil(
        workOn().catch((err: unknown) => log().warn({ err, work }, "what waits could not be sent")),
      );
    },
    keepTime: ({ alone }) => keepTimeOf(lanes, state(), alone),
  };
}

function keepTimeOf<Lane extends DeliveryLane>(
  lanes: LaneWork<Lane>,
  state: Worker<Lane>,
  alone: boolean,
): () => Promise<void> {
  let isFreed = !alone;
  state.isStopped = false;
  const stopTime = keepTime(lanes.work, async () => {
    if (!isFreed) await lanes.freeBefore(new Date(Date.now() - process.uptime() * 1000));
    isFreed = true;
    await take(lanes, state);
    return lanes.nextDueAt(new Date());
  });
  return async () => {
    state.isStopped = true;
    await stopTime();
    for (const { stop } of state.running.values()) stop.abort(new Error("This process ends."));
    await Promise.all([...state.running.values()].map(({ done }) => done));
  };
}

/** Fills the free places. Only one call at a time claims, so that no two of them count the same place as free. */
async function take<Lane extends DeliveryLane>(lanes: LaneWork<Lane>, state: Worker<Lane>): Promise<void> {
  state.asked += 1;
  if (state.isTaking) return;
  state.isTaking = true;
  try {
    // Whoever asks during a claim may have come too late for it, so that it is repeated.
    for (
      let seen = 0;
      seen !== state.asked && !state.isStopped && state.running.size < lanes.budget.lanes;
    ) {
      seen = state.asked;
      const lane = await claim(lanes, state);
      if (!lane) continue;
      start(lanes, state, lane);
      seen = 0;
    }
  } finally {
    state.isTaking = false;
  }
}

/** Projects of which nothing is being sent come first; then those that have fewer than their places. */
async function claim<Lane extends DeliveryLane>(
  { budget, claim }: LaneWork<Lane>,
  { running }: Worker<Lane>,
): Promise<Lane | undefined> {
  const held = [...running.keys()];
  const takesFailing = held.filter(({ isFailing }) => isFailing).length < budget.failingLanes;
  const served = [...new Set(held.map(({ projectId }) => projectId))];
  const full = served.filter(
    (id) => held.filter(({ projectId }) => projectId === id).length >= budget.lanesOfOne,
  );
  const now = new Date();
  const first = await claim({ now, fullProjects: served, takesFailing });
  if (first || full.length === served.length) return first;
  return claim({ now, fullProjects: full, takesFailing });
}

function start<Lane extends DeliveryLane>(lanes: LaneWork<Lane>, state: Worker<Lane>, lane: Lane): void {
  const stop = new AbortController();
  const done = runLane(lanes, lane, stop.signal)
    .catch((err: unknown) =>
      log().warn({ err, projectId: lane.projectId }, "what waits for a receiver could not be sent"),
    )
    .finally(() => {
      state.running.delete(lane);
      // More may have come for this lane since it was last looked at, and its place is free.
      wakeClock(lanes.work);
    });
  state.running.set(lane, { stop, done });
}

/** Sends what is due in a lane, for as long as its turn lasts. */
async function runLane<Lane extends DeliveryLane>(
  { budget, sendNext, leave }: LaneWork<Lane>,
  lane: Lane,
  signal: AbortSignal,
): Promise<void> {
  const begun = Date.now();
  for (let sent = 0; sent < budget.turnMax && Date.now() - begun < budget.turnMs; sent += 1) {
    if (signal.aborted || !(await sendNext(lane, signal))) break;
  }
  // After a failure of ours it waits for the end of its lease instead, so that nothing is sent over and over.
  await leave(lane);
}
