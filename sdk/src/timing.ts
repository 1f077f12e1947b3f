import type { FieldkitError } from "./errors";

/** Longer delays become 1 ms. */
export const delayMax = 2 ** 31 - 1;
const askedMax = 300_000;

export const later = (work: () => void, ms: number) => {
  const timer = setTimeout(work, Math.min(ms, delayMax));
  // Node ends although a client is open.
  (timer as { unref?: () => void }).unref?.();
  return timer;
};

/** Clients that were cut off at the same moment come back at different ones. */
export const spread = (ms: number) => ms * (0.5 + Math.random());

/** How long to wait after a failure, in ms. @param failures before it, in a row */
export function retryDelay(failure: FieldkitError | undefined, failures: number, msMax: number): number {
  const asked = failure?.retryAfterMs ?? 0;
  return Math.max(spread(Math.min(1000 * 2 ** failures, msMax)), Math.min(asked, askedMax));
}
