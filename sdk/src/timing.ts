import { FieldkitError } from "./errors";

export const later = (work: () => void, ms: number) => {
  const timer = setTimeout(work, ms);
  // Node ends although a client is open.
  (timer as { unref?: () => void }).unref?.();
  return timer;
};

/** Clients that were cut off at the same moment come back at different ones. */
export const spread = (ms: number) => ms * (0.5 + Math.random());

/** How long to wait after a failure, in ms. @param failures before it, in a row */
export function retryDelay(failure: unknown, failures: number, msMax: number): number {
  const asked = failure instanceof FieldkitError && failure.retryAfterMs;
  return asked || spread(Math.min(1000 * 2 ** failures, msMax));
}

export const isWrongKey = (failure: unknown) => failure instanceof FieldkitError && failure.isWrongKey;

/** Waits until `go` is called, or for the end. @param arm returns a function that disarms it */
export function wait(end: AbortSignal, arm: (go: () => void) => () => void): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      disarm();
      end.removeEventListener("abort", go);
      resolve();
    };
    const disarm = arm(go);
    end.addEventListener("abort", go);
    if (end.aborted) go();
  });
}
