import { db } from "@/db/database";
import { log } from "@/lib/platform/log/log";
import { singleton } from "@/lib/platform/singleton";
import { claim, freeHeldBefore, type Job } from "./lease";
import { runJob } from "./run-job";

const atOnce = 2;

type Worker = { running: Map<Job, { stop: AbortController; done: Promise<void> }>; isStopped: boolean };

const worker = () => singleton<Worker>("release worker", () => ({ running: new Map(), isStopped: false }));

/** Works on waiting releases, a few at once, until none is left. */
export async function workOnReleases(): Promise<void> {
  const state = worker();
  while (!state.isStopped && state.running.size < atOnce) {
    const job = await claim(db(), new Date());
    if (!job) return;
    const stop = new AbortController();
    const done = runJob(job, { db: db(), now: () => new Date(), signal: stop.signal })
      .catch((err: unknown) =>
        log().error({ err, releaseId: job.release.id }, "a release could not be generated"),
      )
      .finally(() => state.running.delete(job));
    state.running.set(job, { stop, done });
    // Up to `atOnce` releases run side by side; the others wait until one of these ends.
    if (state.running.size >= atOnce)
      await Promise.race([...state.running.values()].map((each) => each.done));
  }
  await Promise.all([...state.running.values()].map(({ done }) => done));
}

/**
 * Looks for waiting releases now and every few seconds: those that another process left, or that are due for a retry.
 * @param alone whether no other process uses the database, so that nobody else can hold a release
 * @returns stops this, and gives back the releases in progress
 */
export function pollReleases({ alone, everyMs = 5000 }: { alone: boolean; everyMs?: number }) {
  const work = () =>
    workOnReleases().catch((err: unknown) => log().warn({ err }, "waiting releases could not be read"));
  const startedAt = new Date(Date.now() - process.uptime() * 1000);
  const freed = (alone ? freeHeldBefore(db(), startedAt) : Promise.resolve()).catch((err: unknown) =>
    log().warn({ err }, "interrupted releases have to wait for the end of their lease"),
  );
  void freed.then(work);
  const timer = setInterval(() => void freed.then(work), everyMs);
  return async (): Promise<void> => {
    clearInterval(timer);
    const state = worker();
    state.isStopped = true;
    for (const { stop } of state.running.values()) stop.abort(new Error("This process ends."));
    await Promise.all([...state.running.values()].map(({ done }) => done));
  };
}
