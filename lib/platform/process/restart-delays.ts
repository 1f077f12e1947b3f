/** Waits between two starts of a child that keeps ending, in ms; the last one is for all that follow. */
const DELAYS_MS = [100, 500, 1_000, 2_000, 5_000];
const LONGEST_MS = 5_000;
/** A child that ran this long was healthy, so the count of failures in a row begins again. */
const WELL_AFTER_MS = 60_000;
/** Each of the first failures is told, and then one in this time, in ms. */
const TOLD_EVERY_MS = 60_000;

export type Restart = {
  waitMs: number;
  /** How many failures there were in a row, this one included. */
  failures: number;
  /** Whether to tell of this failure: an endless row of them must not fill the log. */
  isTold: boolean;
  /** Whether waiting longer has not helped: somebody has to look. */
  isLasting: boolean;
};

/** Says when a child that ended is started again. */
export class RestartDelays {
  #failures = 0;
  #toldAt = Number.NEGATIVE_INFINITY;

  /**
   * @param ranMs how long the child served before it ended; 0 when it did not get so far
   * @param now milliseconds of a clock that never goes back
   */
  next(ranMs: number, now: number): Restart {
    if (ranMs >= WELL_AFTER_MS) this.#failures = 0;
    const waitMs = DELAYS_MS[this.#failures] ?? LONGEST_MS;
    this.#failures += 1;
    const isTold = this.#failures <= DELAYS_MS.length || now - this.#toldAt >= TOLD_EVERY_MS;
    if (isTold) this.#toldAt = now;
    return { waitMs, failures: this.#failures, isTold, isLasting: this.#failures >= DELAYS_MS.length };
  }
}
