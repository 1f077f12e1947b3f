import { log } from "../log/log";
import { singleton } from "../singleton";

/** What keeps its own time in a process. */
export type TimedWork =
  | "scheduled changes"
  | "deliveries of webhooks"
  | "deliveries of releases"
  | "emails"
  | "emails of releases";

/** What another process planned is found within this time, and what one left that ended. */
const pollMs = 5000;

/**
 * How long is rested after a look, in ms, whatever is planned meanwhile: where so much waits that looking takes its time, it takes a
 * fifth of it and not all, because others use the database, too. A look that found little is free.
 */
export const restAfter = (tookMs: number): number => Math.min(Math.max(tookMs - 25, 0) * 4, 1000);

/** Does everything that is due. @returns when it is to be asked again at the latest, if something is planned */
export type DoDue = () => Promise<Date | null>;

type Clock = {
  /** Ends the present wait; undefined while nothing runs. */
  wake: (() => void) | undefined;
  stop: (() => Promise<void>) | undefined;
};

const clock = (work: TimedWork) =>
  singleton<Clock>(`clock of ${work}`, () => ({ wake: undefined, stop: undefined }));

/** Something was planned in this process. */
export const wakeClock = (work: TimedWork): void => clock(work).wake?.();

/** Whether this process keeps the time of it. */
export const isClockRunning = (work: TimedWork): boolean => clock(work).stop !== undefined;

/**
 * Does what is due, when it is due, as long as this process runs. Once for a process, however often it is called.
 * @returns ends that, when what is being done is done
 */
export function keepTime(work: TimedWork, doDue: DoDue): () => Promise<void> {
  const state = clock(work);
  state.stop ??= start(state, work, doDue);
  return state.stop;
}

function start(state: Clock, work: TimedWork, doDue: DoDue): () => Promise<void> {
  let isStopped = false;
  let isAsked = false;
  let endWait = () => {};
  let endRest = () => {};
  state.wake = () => {
    isAsked = true;
    endWait();
  };
  const wait = (ms: number) =>
    new Promise<void>((resolve) => {
      endWait = resolve;
      setTimeout(resolve, ms).unref();
      if (isAsked) resolve();
    });
  const rest = (ms: number) =>
    new Promise<void>((resolve) => {
      endRest = resolve;
      setTimeout(resolve, ms);
      if (isStopped) resolve();
    });
  const run = async () => {
    while (!isStopped) {
      isAsked = false;
      const begun = performance.now();
      const next = await doDue().catch((err: unknown) => {
        log().warn({ err, work }, "what is due could not be done; it is tried again");
        return null;
      });
      const resting = restAfter(performance.now() - begun);
      if (resting > 0) await rest(resting);
      const ms = next ? next.getTime() - Date.now() : pollMs;
      await wait(Math.min(Math.max(ms, 0), pollMs));
    }
  };
  const ended = run();
  return async () => {
    isStopped = true;
    endRest();
    state.wake?.();
    Object.assign(state, { wake: undefined, stop: undefined });
    await ended;
  };
}
