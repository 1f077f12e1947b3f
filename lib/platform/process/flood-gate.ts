import { LRUCache } from "lru-cache";

export type FloodGateOptions = {
  /** How many passes per second on average. */
  perSecond: number;
  /** How many passes at once after a pause. */
  burst: number;
  /** How many keys are remembered. Those unused for longest are forgotten, which is in their favour. */
  max: number;
};

/** A token bucket per key, in memory. */
export class FloodGate {
  readonly #buckets: LRUCache<string, { tokens: number; at: number }>;
  readonly #options: FloodGateOptions;

  constructor(options: FloodGateOptions) {
    this.#options = options;
    this.#buckets = new LRUCache({ max: options.max });
  }

  /** Takes a pass. @returns 0, or the milliseconds until the next one is available */
  pass(key: string, now: number): number {
    const { perSecond, burst } = this.#options;
    const bucket = this.#buckets.get(key) ?? { tokens: burst, at: now };
    const elapsed = Math.max(0, now - bucket.at);
    bucket.tokens = Math.min(burst, bucket.tokens + (elapsed * perSecond) / 1000);
    bucket.at = now;
    this.#buckets.set(key, bucket);
    if (bucket.tokens >= 1) {
      bucket.tokens -= 1;
      return 0;
    }
    return Math.ceil(((1 - bucket.tokens) * 1000) / perSecond);
  }
}
