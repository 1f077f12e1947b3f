import { AsyncLocalStorage } from "node:async_hooks";

/** How long nobody needs a store before it rests, in ms: whatever a call left to be done has ended by then. */
const restAfterMs = 1000;

/**
 * Switches stores of contexts off while no call needs them. Before version 24, Node calls hooks for everything
 * asynchronous from the first use of such a store on, which costs every request of the process a sixth of its time, also
 * those that have nothing to do with it.
 */
export class RestingStores {
  readonly #stores: () => readonly AsyncLocalStorage<unknown>[];
  #running = 0;
  #rest: NodeJS.Timeout | undefined;

  constructor(stores: () => readonly AsyncLocalStorage<unknown>[]) {
    this.#stores = stores;
  }

  /** Does what needs the stores. Their first use afterwards switches them on again. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    clearTimeout(this.#rest);
    this.#running += 1;
    try {
      return await work();
    } finally {
      this.#running -= 1;
      if (this.#running === 0) {
        this.#rest = setTimeout(() => {
          for (const store of this.#stores()) store.disable();
        }, restAfterMs).unref();
      }
    }
  }
}

/** better-auth's own stores, which it shares between all copies of itself in a process. */
export function storesOfAuth(): AsyncLocalStorage<unknown>[] {
  const held = globalThis as unknown as Record<symbol, { context?: object } | undefined>;
  const context = held[Symbol.for("better-auth:global")]?.context ?? {};
  return Object.values(context).filter((each) => each instanceof AsyncLocalStorage);
}
