const firstMs = 500;
const longestMs = 30_000;

/**
 * How long a client of a stream waits before attempt 1, 2, 3, …: doubling up to half a minute, each time between half of it
 * and all of it, so that many clients do not come back in the same moment. `random` is from 0 to 1.
 */
export function reconnectDelay(attempt: number, random: number): number {
  const whole = Math.min(longestMs, firstMs * 2 ** (attempt - 1));
  return Math.round(whole / 2 + (whole / 2) * random);
}
