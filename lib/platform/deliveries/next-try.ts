/** What a delivery comes to: it waits for another try, or it is over. */
export type Outcome =
  | { state: "delivered" | "failed"; dueAt?: undefined }
  | { state: "pending"; dueAt: Date };

/** The waits before further tries, in ms, as the Standard Webhooks have them. */
export const gapsMs = [5, 5 * 60, 30 * 60, 2 * 3600, 5 * 3600, 10 * 3600].map((seconds) => seconds * 1000);
/** From when on a delivery is not tried any more, in ms. */
export const deliveredWithinMs = 24 * 3600 * 1000;
/** A gap is longer or shorter by this share, so that what failed together does not come back together. */
const jitter = 0.1;
/** The longest wait that a receiver may ask for. */
const retryAfterMaxMs = 2 * 3600 * 1000;

/** What came of a try. */
export type Tried = {
  /** Null if there was no answer. */
  statusCode: number | null;
  /** Without an answer: whether another try would end the same way. */
  isFinal: boolean;
  /** As it was answered. */
  retryAfter?: string | undefined;
};
type Round = {
  /** Tries since the delivery was sent, or sent again, this one included. */
  tries: number;
  retries: boolean;
  now: Date;
  deadlineAt: Date;
  /** From 0 to 1. */
  random?: number;
};

/** What a delivery comes to after a try: answers below 300 are successes; 408, 429, 5xx and silence are tried again. */
export function outcomeOf(tried: Tried, round: Round): Outcome {
  const { statusCode, isFinal, retryAfter } = tried;
  if (statusCode !== null && statusCode >= 200 && statusCode < 300) return { state: "delivered" };
  const gapMs = gapsMs[round.tries - 1];
  const isOver = statusCode === null ? isFinal : !isTriedAgain(statusCode);
  if (isOver || !round.retries || gapMs === undefined) return { state: "failed" };
  const waitMs = gapMs * (1 - jitter + 2 * jitter * (round.random ?? Math.random()));
  const askedMs = Math.min(retryAfterMs(retryAfter, round.now), retryAfterMaxMs);
  const dueAt = new Date(round.now.getTime() + Math.round(Math.max(waitMs, askedMs)));
  return dueAt < round.deadlineAt ? { state: "pending", dueAt } : { state: "failed" };
}

const isTriedAgain = (statusCode: number) => statusCode === 408 || statusCode === 429 || statusCode >= 500;

/** The wait that a `Retry-After` asks for: seconds, or a date. 0 if it says nothing that can be read. */
export function retryAfterMs(value: string | undefined, now: Date): number {
  if (value === undefined) return 0;
  if (/^\s*\d{1,9}\s*$/.test(value)) return Number(value) * 1000;
  const at = /^[A-Za-z]{3}, [\w :]{10,40}$/.test(value.trim()) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(at) ? 0 : Math.max(0, at - now.getTime());
}

/** Why nothing more is sent to an address after a try, if so. */
export function pauseFor(
  statusCode: number | null,
  failingSince: Date | null,
  now: Date,
): string | undefined {
  if (statusCode === 410) return "Its address answered 410 Gone: nobody wants anything there any more.";
  const failsFor = failingSince === null ? 0 : now.getTime() - failingSince.getTime();
  return failsFor >= deliveredWithinMs ? "Nothing could be delivered for 24 hours." : undefined;
}
