import { LRUCache } from "lru-cache";

export type SnapshotCacheOptions<V> = {
  /** Reads the current value from where it is stored. */
  load: (key: string) => Promise<V>;
  /**
   * The same where a former value is known, too old or evicted, for those who can tell what has changed since: it may
   * return that value itself, which then lives on with all that hangs on it, or one made from it. It must leave it as it
   * is, because others may still use it, and another renewal may begin with it.
   */
  renew?: (key: string, former: V) => Promise<V>;
  /** Largest number of values kept. */
  max: number;
  /**
   * How old a value may get, in milliseconds, before it is loaded again. This bounds staleness where evictions may be
   * missed. It is asked at every read, so it has to be fast.
   */
  ttlMs?: (() => number) | undefined;
  /** The weight of a value, in bytes or any other unit; used with `maxWeight`. */
  weight?: { of: (value: V) => number; max: number };
  /**
   * Lets values that are too old be used for as long as they cannot be loaded: at once while `isAway` says that loads
   * fail anyway, or when a load takes longer than `patienceMs`. `used` is called each time.
   */
  stale?: { isAway: () => boolean; patienceMs: number; used: () => void } | undefined;
  now?: () => number;
};

type Fill<V> = { promise: Promise<V>; stale: boolean; since: number };
/** An evicted value is kept only to be renewed, and never handed out. */
type Entry<V> = { value: V; loadedAt: number; isEvicted: boolean };

/** All real keys are shorter. Invented ones can have 16 KB, and 20,000 of them would take 320 MB. */
const keyCharsMax = 1024;

/** A part of a text keeps all of that text in memory, such as the URL that a key was cut from. */
const copyOf = (text: string): string => JSON.parse(JSON.stringify(text));

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
    const entry = this.#usable(key);
    if (!entry) return undefined;
    const { ttlMs, stale } = this.#options;
    if (ttlMs === undefined) return this.#hit(entry);
    const now = this.#now();
    const age = now - entry.loadedAt;
    // A clock that was set back must not make values live longer.
    if (age >= 0 && age < ttlMs()) return this.#hit(entry);
    if (!stale) return undefined;
    const fill = this.#fills.get(key);
    const isOverdue = fill !== undefined && now - fill.since >= stale.patienceMs;
    if (!isOverdue && !stale.isAway()) return undefined;
    stale.used();
    return this.#hit(entry);
  }

  #hit({ value }: Entry<V>): V {
    this.#hits += 1;
    return value;
  }

  /** How often a value was in memory, how often one was loaded, and how many there are. */
  get use(): { hits: number; loads: number; entries: number } {
    return { hits: this.#hits, loads: this.#loads, entries: this.#entries.size };
  }

  /** @throws what `load` throws, if there is no old value to be used instead */
  async get(key: string): Promise<V> {
    for (;;) {
      const kept = this.peek(key);
      if (kept !== undefined) return kept;
      const fill = this.#fills.get(key) ?? this.#fill(key);
      try {
        const value = await this.#soon(key, fill);
        if (!fill.stale) return value;
      } catch (error) {
        if (!fill.stale) return this.#stale(key, error);
      }
    }
  }

  /** What is loaded; or an old value, if there is one and the load takes too long. */
  #soon(key: string, { promise }: Fill<V>): Promise<V> {
    const { stale } = this.#options;
    if (!stale || !this.#usable(key)) return promise;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        const entry = this.#usable(key);
        // Without one, it was evicted meanwhile, and only the load can tell what is right now.
        if (!entry) return;
        stale.used();
        resolve(entry.value);
      }, stale.patienceMs);
      promise.then(resolve, reject).finally(() => clearTimeout(timer));
    });
  }

  #stale(key: string, error: unknown): V {
    const { stale } = this.#options;
    const entry = stale && this.#usable(key);
    if (!entry) throw error;
    stale.used();
    return entry.value;
  }

  #usable(key: string): Entry<V> | undefined {
    const entry = this.#entries.get(key);
    return entry?.isEvicted ? undefined : entry;
  }

  evict(key: string): void {
    const entry = this.#options.renew && this.#entries.peek(key);
    if (entry) entry.isEvicted = true;
    else this.#entries.delete(key);
    const fill = this.#fills.get(key);
    if (fill) {
      fill.stale = true;
      this.#fills.delete(key);
    }
  }

  /** Makes all values too old, because some may have changed. */
  expire(): void {
    for (const entry of this.#entries.values()) entry.loadedAt = Number.NEGATIVE_INFINITY;
    this.#dropFills();
  }

  clear(): void {
    if (!this.#options.renew) this.#entries.clear();
    for (const entry of this.#entries.values()) entry.isEvicted = true;
    this.#dropFills();
  }

  #dropFills(): void {
    for (const fill of this.#fills.values()) fill.stale = true;
    this.#fills.clear();
  }

  #fill(given: string): Fill<V> {
    const key = copyOf(given);
    const loadedAt = this.#now();
    this.#loads += 1;
    const { load, renew } = this.#options;
    const former = renew && this.#entries.peek(key);
    const promise = former ? renew(key, former.value) : load(key);
    const fill: Fill<V> = { promise, stale: false, since: loadedAt };
    this.#fills.set(key, fill);
    const done = () => {
      if (!fill.stale) this.#fills.delete(key);
    };
    fill.promise.then((value) => {
      const isKept = !fill.stale && key.length <= keyCharsMax;
      if (isKept) this.#entries.set(key, { value, loadedAt, isEvicted: false });
      done();
    }, done);
    return fill;
  }
}
