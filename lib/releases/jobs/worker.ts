import { setTimeout as sleep } from "node:timers/promises";
import { db } from "@/db/database";
import type { Ctx } from "@/lib/operations/context";
import { log } from "@/lib/platform/log/log";
import { singleton } from "@/lib/platform/singleton";
import { traced } from "@/lib/platform/trace/trace";
import { endOverdue } from "../notes/require-release";
import { claim, freeHeldBefore, giveBack, type Job, nextTryAt } from "./lease";
import { runJob } from "./run-job";

const atOnce = 2;
/** Leaves room for others: nobody knows how long a repository takes, or whether it will ever answer. */
const ofOneTeam = atOnce - 1;

type Running = { stop: AbortController; done: Promise<void> };
type Worker = {
  running: Map<Job, Running>;
  /** How often somebody asked whether a release waits. */
  asked: number;
  isTaking: boolean;
  isStopped: boolean;
  /** Whether somebody looks for waiting releases every few seconds. */
  isPolling: boolean;
  /** When a release was last taken up because somebody found it waiting. */
  takenUpAt: number;
  /** Writes one release. */
  run: typeof runJob;
};

const worker = () =>
  singleton<Worker>("release worker", () => ({
    running: new Map(),
    asked: 0,
    isTaking: false,
    isStopped: false,
    isPolling: false,
    takenUpAt: 0,
    run: runJob,
  }));

/** Has releases written by something else than a model and the rules. For tests. */
export function writeReleasesWith(run: typeof runJob): void {
  worker().run = run;
}

/** How long a process that is kept alive for it waits for the next try of a release, in ms. */
const patienceMs = 30_000;

const takeUpEveryMs = 1000;

/**
 * Works on waiting releases, a few at once, until none is left. Where nobody looks for them later, it also waits for those
 * that failed and are due for another try soon.
 */
export async function workOnReleases(): Promise<void> {
  do await workOnThoseDue();
  while (await waitedForNextTry());
}

async function workOnThoseDue(): Promise<void> {
  const { running } = worker();
  await take();
  while (running.size > 0) {
    await Promise.race(doneOf(running));
    await take();
  }
}

/** @returns whether one is due now that was not before */
async function waitedForNextTry(): Promise<boolean> {
  const state = worker();
  if (state.isPolling || state.isStopped) return false;
  const at = await nextTryAt(db(), new Date());
  const waitMs = at === null ? Number.POSITIVE_INFINITY : at.getTime() - Date.now();
  if (waitMs > patienceMs) return false;
  // A timer may be a moment early.
  await sleep(Math.max(0, waitMs) + 10);
  return !state.isStopped;
}

/**
 * Has releases worked on that were found waiting, where nobody else looks for them: what worked on them may be gone, as
 * functions are when their time is up.
 */
export function takeUpWaiting(
  { background, now }: Pick<Ctx, "background" | "now">,
  found: readonly { status: string }[],
): void {
  const state = worker();
  if (state.isPolling || !found.some(({ status }) => status === "processing")) return;
  const at = now().getTime();
  // Whoever asks every moment must not have it looked for as often.
  if (Math.abs(at - state.takenUpAt) < takeUpEveryMs) return;
  state.takenUpAt = at;
  background(workOnReleases);
}

const doneOf = (running: Worker["running"]) => [...running.values()].map(({ done }) => done);

/** Fills the free places. Only one call at a time claims, so that no two of them count the same place as free. */
async function take(): Promise<void> {
  const state = worker();
  state.asked += 1;
  if (state.isTaking) return;
  state.isTaking = true;
  try {
    // Whoever asks during a claim may have come too late for it, so that it is repeated.
    for (let seen = 0; seen !== state.asked && !state.isStopped && state.running.size < atOnce; ) {
      seen = state.asked;
      const job = await claim(db(), new Date(), fullTeams(state));
      if (!job) continue;
      if (state.isStopped) return await giveBack(db(), job, null, false);
      start(state, job);
      seen = 0;
    }
  } finally {
    state.isTaking = false;
  }
}

function fullTeams({ running }: Worker): string[] {
  const teams = [...running.keys()].map(({ teamId }) => teamId);
  return [...new Set(teams)].filter((team) => teams.filter((each) => each === team).length >= ofOneTeam);
}

function start({ running, run }: Worker, job: Job): void {
  const stop = new AbortController();
  const atDeadline = setTimeout(() => void endJob(job, stop), remainingMs(job));
  const note = {
    name: "write release",
    kind: "internal",
    attributes: { "fieldkit.release": job.release.id },
  } as const;
  const work = () => run(job, { db: db(), now: () => new Date(), signal: stop.signal });
  const done = traced(note, work, { isRoot: true })
    .catch((err: unknown) =>
      log().error({ err, releaseId: job.release.id }, "a release could not be generated"),
    )
    .finally(() => {
      clearTimeout(atDeadline);
      running.delete(job);
    });
  running.set(job, { stop, done });
}

/** How many releases this process works on. */
export const runningJobs = (): number => worker().running.size;

const remainingMs = ({ release: { deadlineAt } }: Job) =>
  // A timer may be a moment early.
  Math.max(0, (deadlineAt?.getTime() ?? 0) - Date.now()) + 10;

/** Ends a generation whose time is up, also while nobody looks at the release. */
async function endJob({ release: { id, projectId } }: Job, stop: AbortController): Promise<void> {
  try {
    await endOverdue(db(), projectId, new Date());
  } catch (err) {
    log().warn({ err, releaseId: id }, "a release is over its time, and could not be ended");
  } finally {
    stop.abort(new Error("The time for this release is up."));
  }
}

/** Frees what was held before this process began, where no other than its own children can hold a release. */
export function freeInterrupted(): Promise<void> {
  const startedAt = new Date(Date.now() - process.uptime() * 1000);
  return freeHeldBefore(db(), startedAt).catch((err: unknown) =>
    log().warn({ err }, "interrupted releases have to wait for the end of their lease"),
  );
}

/**
 * Looks for waiting releases now and every few seconds: those that another process left, or that are due for a retry.
 * @param alone whether no other process uses the database, so that nobody else can hold a release
 * @returns stops this, and gives back the releases in progress
 */
export function pollReleases({ alone, everyMs = 5000 }: { alone: boolean; everyMs?: number }) {
  const work = () =>
    workOnReleases().catch((err: unknown) => log().warn({ err }, "waiting releases could not be read"));
  worker().isPolling = true;
  const freed = alone ? freeInterrupted() : Promise.resolve();
  void freed.then(work);
  const timer = setInterval(() => void freed.then(work), everyMs);
  return async (): Promise<void> => {
    clearInterval(timer);
    const state = worker();
    state.isPolling = false;
    state.isStopped = true;
    for (const { stop } of state.running.values()) stop.abort(new Error("This process ends."));
    await Promise.all(doneOf(state.running));
  };
}
