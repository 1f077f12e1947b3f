/**
 * Keeps a repeating condition from flooding the log: the first occurrence is written, then at most one per `everyMs`,
 * with the number of those left out since.
 */
export function rarely(everyMs = 60_000, now: () => number = Date.now) {
  let nextAt = Number.NEGATIVE_INFINITY;
  let heldBack = 0;
  return (write: (heldBack: number) => void): void => {
    if (now() < nextAt) {
      heldBack += 1;
      return;
    }
    nextAt = now() + everyMs;
    write(heldBack);
    heldBack = 0;
  };
}
