/** Upper bounds of the buckets, in seconds. A mock takes a tenth of a millisecond, a sign-in a hundred. */
export const bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30] as const;

const boundsMs = bounds.map((seconds) => seconds * 1000);

export const outcomes = ["1xx", "2xx", "3xx", "4xx", "5xx", "aborted"] as const;
export type Outcome = (typeof outcomes)[number];

/** What became of a request, as a place in `outcomes`. */
export function outcomeOf(status: number | undefined, isAborted: boolean): number {
  if (isAborted || status === undefined) return outcomes.length - 1;
  return Math.min(Math.max(Math.floor(status / 100), 1), 5) - 1;
}

/** How long requests of one outcome took: counts by bucket, the last for all beyond the bounds. */
export class Latencies {
  readonly counts = new Float64Array(bounds.length + 1);
  sumMs = 0;

  add(ms: number): void {
    let at = 0;
    while (at < boundsMs.length && ms > (boundsMs[at] ?? 0)) at += 1;
    this.counts[at] = (this.counts[at] ?? 0) + 1;
    this.sumMs += ms;
  }
}
