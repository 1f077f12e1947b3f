import { LRUCache } from "lru-cache";

export type SnapshotCacheOptions<V> = {
  /** Reads the current value from where it is stored. */
  load: (key: string) => Promise<V>;
  /** Largest number of values kept. */
  max: number;
  /**
   * How old a value may get, in milliseconds, before it is loaded again. This bounds staleness where evictions may be
   * missed. It is asked at every read, so it has to be fast.
   */
  ttlMs?: (() => number) | undefined;
  /** The weight of a value, in bytes or any other unit; used with `maxWeight`. */
  weight?: { of: (value: V) => number; max: number };
  now?: () => number;
};

type Fill<V> = { promise: Promise<V>; stale: boolean };
type Entry<V> = { value: V; loadedAt: number };

/**
 * Bounded snapshots of rows that are read far more often than they change. Concurrent reads of one key share a load.
 * A load that began before an eviction is neither kept nor returned.
 */
export class SnapshotCache<V> {
  readonly #entries: LRUCache<string, Entry<V>>;
  readonly #fills = new Map<string, Fill<V>>();
  readonly #options: SnapshotCacheOptions<V>;
  readonly #now: () => number;
  #hits = 0;
  #loads = 0;

  constructor(options: SnapshotCacheOptions<V>) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
    const { weight } = options;
    this.#entries = new LRUCache<string, Entry<V>>({
      max: options.max,
      ...(weight && {
        maxSize: weight.max,
        sizeCalculation: (entry) => Math.max(1, Math.ceil(weight.of(entry.value))),
      }),
    });
  }

  /** The value if it is in memory, without a promise: for hot paths. */
  peek(key: string): V | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    const { ttlMs } = this.#options;
    if (ttlMs !== undefined) {
      const age = this.#now() - entry.loadedAt;
      // A clock that was set back must not make values live longer.
      if (age < 0 || age >= ttlMs()) return undefined;
    }
    this.#hits += 1;
    return entry.value;
  }

  /** How often a value was in memory, how often one was loaded, and how many there are. */
  get use(): { hits: number; loads: number; entries: number } {
    return { hits: this.#hits, loads: this.#loads, entries: this.#entries.size };
  }

  async get(key: string): Promise<V> {
    for (;;) {
      const kept = this.peek(key);
      if (kept !== undefined) return kept;
      const fill = this.#fills.get(key) ?? this.#fill(key);
      try {
        const value = await fill.promise;
        if (!fill.stale) return value;
      } catch (error) {
        if (!fill.stale) throw error;
      }
    }
  }

  evict(key: string): void {
    this.#entries.delete(key);
    const fill = this.#fills.get(key);
    if (fill) {
      fill.stale = true;
      this.#fills.delete(key);
    }
  }

  clear(): void {
    this.#entries.clear();
    for (const fill of this.#fills.values()) fill.stale = true;
    this.#fills.clear();
  }

  #fill(key: string): Fill<V> {
    const loadedAt = this.#now();
    this.#loads += 1;
    const fill: Fill<V> = { promise: this.#options.load(key), stale: false };
    this.#fills.set(key, fill);
    const done = () => {
      if (!fill.stale) this.#fills.delete(key);
    };
    fill.promise.then((value) => {
      if (!fill.stale) this.#entries.set(key, { value, loadedAt });
      done();
    }, done);
    return fill;
  }
}
