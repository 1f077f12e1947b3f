import { setTimeout as sleep } from "node:timers/promises";
import { requestLifetime } from "./request-lifetime";

/** How often what was counted is stored, in ms. */
const everyMs = 60_000;
/** The same in a function, which is kept alive for so long after a request. */
const functionMs = 1000;

/**
 * Sees to it that what requests leave in memory is stored every minute. A function may be frozen or ended after any
 * request, so that it is kept alive until what it counted in a second is stored.
 */
export class EveryMinute {
  readonly #store: () => Promise<void>;
  #dueAt = 0;
  #timer: NodeJS.Timeout | undefined;

  /** @param store never throws */
  constructor(store: () => Promise<void>) {
    this.#store = store;
  }

  /** To be called by everything that leaves something: it compares two numbers, nearly always. */
  see(now: number): void {
    if (now >= this.#dueAt) this.#begin(now);
  }

  #begin(now: number): void {
    const lifetime = requestLifetime();
    this.#dueAt = now + (lifetime ? functionMs : everyMs);
    if (lifetime) lifetime.waitUntil(sleep(functionMs).then(this.#store));
    else this.#timer ??= setInterval(() => void this.#store(), everyMs).unref();
  }
}
