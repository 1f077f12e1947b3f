import type { Attempt } from "./attempt";

/** The state of a delivery after an attempt: it has ended, or waits for a retry. */
export type Outcome = { state: "delivered" | "failed" } | { state: "pending"; waitMs: number };

/** The waits before further attempts, in ms, as the Standard Webhooks have them. */
export const gapsMs = [5, 5 * 60, 30 * 60, 2 * 3600, 5 * 3600, 10 * 3600].map((seconds) => seconds * 1000);
/** After this time, in ms, a delivery isn't attempted any more. */
export const deliveredWithinMs = 24 * 3600 * 1000;
/** A gap is longer or shorter by this share, so that deliveries that failed together aren't all retried together. */
const jitter = 0.1;
/** The longest wait that a receiver may ask for. */
const retryAfterMaxMs = 2 * 3600 * 1000;

type Given = {
  /** Attempts since the delivery was sent, or resent, this one included. */
  attempts: number;
  retries: boolean;
  /** For a `Retry-After` that is a date. */
  now: Date;
  /** From 0 to 1. */
  random?: number;
};

/** Decides after an attempt: responses below 300 are successes; 408, 429, 5xx and no response are retried. */
export function outcomeOf(
  attempt: Pick<Attempt, "statusCode" | "isFinal" | "retryAfter">,
  given: Given,
): Outcome {
  const { statusCode, isFinal, retryAfter } = attempt;
  if (statusCode !== null && statusCode >= 200 && statusCode < 300) return { state: "delivered" };
  const gapMs = gapsMs[given.attempts - 1];
  const isOver = statusCode === null ? isFinal : !isRetried(statusCode);
  if (isOver || !given.retries || gapMs === undefined) return { state: "failed" };
  const waitMs = gapMs * (1 - jitter + 2 * jitter * (given.random ?? Math.random()));
  const askedMs = Math.min(retryAfterMs(retryAfter, given.now), retryAfterMaxMs);
  return { state: "pending", waitMs: Math.round(Math.max(waitMs, askedMs)) };
}

const isRetried = (statusCode: number) => statusCode === 408 || statusCode === 429 || statusCode >= 500;

/** The wait that a `Retry-After` asks for: seconds, or a date. 0 if it can't be read. */
export function retryAfterMs(value: string | undefined, now: Date): number {
  if (value === undefined) return 0;
  if (/^\s*\d{1,9}\s*$/.test(value)) return Number(value) * 1000;
  const at = /^[A-Za-z]{3}, [\w :]{10,40}$/.test(value.trim()) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(at) ? 0 : Math.max(0, at - now.getTime());
}

/**
 * Why nothing more is sent to a URL after an attempt, if so.
 * @param failingMs for how long its attempts have failed without a success in between
 */
export function pauseReason(statusCode: number | null, failingMs: number): string | undefined {
  if (statusCode === 410) return "The receiver answered 410 Gone, so it no longer accepts requests.";
  return failingMs >= deliveredWithinMs ? "All attempts have failed for 24 hours." : undefined;
}
