/** What is counted of a project. One request counts once. */
export const trafficKinds = ["mocks", "captures", "checks", "errors"] as const;
export type TrafficKind = (typeof trafficKinds)[number];
export type Counts = Record<TrafficKind, number>;

/** What was counted for a project in one hour; `hour` is the number of hours since 1970. */
export type Counted = { projectId: string; hour: number; counts: Counts };

/** What became of counts: written; refused for now; or for nobody, because the project is gone. */
export type Fate = "written" | "held" | "gone";

/** Stores counts by adding them to those of other processes. @returns what became of each project's */
export type WriteCounts = (batch: readonly Counted[]) => Promise<ReadonlyMap<string, Fate>>;

export const hourMs = 60 * 60 * 1000;

export type TrafficCountsOptions = {
  write: WriteCounts;
  /** Entries in memory at most: a project in an hour each. */
  entriesMax: number;
  /** Entries that one statement stores, because an embedded database does nothing else meanwhile. */
  batchMax: number;
  /** How long storing may go on; what is left waits for the next time. */
  flushMs: number;
};

/**
 * Counts in memory, and stores what was counted every now and then. To count is to find a number and to add one: no
 * request waits for it, and none writes. What could not be stored is kept and tried again. When memory is full, because
 * nothing could be stored for long, what would take a new entry is not counted.
 */
export class TrafficCounts {
  readonly #options: TrafficCountsOptions;
  readonly #hours = new Map<number, Map<string, Counts>>();
  #size = 0;
  /** The hour that was counted in last, which nearly always is the next one, too. */
  #hour = -1;
  #projects = new Map<string, Counts>();
  #last: Promise<void> = Promise.resolve();
  /** How often counts went from memory to the database, and whether they are on their way. */
  #stored = 0;
  #isStoring = false;
  /** How many were not counted for want of room. */
  dropped = 0;

  constructor(options: TrafficCountsOptions) {
    this.#options = options;
  }

  /** How many entries wait to be stored. */
  get size(): number {
    return this.#size;
  }

  /** Differs before and after counts were stored. */
  get stored(): number {
    return this.#stored;
  }

  /** Whether counts are in memory that may be in the database, too. */
  get isStoring(): boolean {
    return this.#isStoring;
  }

  add(projectId: string, kind: TrafficKind, now: number): void {
    const hour = Math.floor(now / hourMs);
    if (hour !== this.#hour) this.#turnTo(hour);
    const counts = this.#projects.get(projectId);
    if (counts) counts[kind] += 1;
    else this.#begin(projectId, kind);
  }

  /** What this process has counted for a project and not stored, by hour. */
  of(projectId: string): Map<number, Counts> {
    const found = new Map<number, Counts>();
    for (const [hour, projects] of this.#hours) {
      const counts = projects.get(projectId);
      if (counts) found.set(hour, { ...counts });
    }
    return found;
  }

  /**
   * Stores what was counted until now, after what is being stored.
   * @throws what `write` throws; what it did not store is kept
   */
  flush(): Promise<void> {
    const flushed = this.#last.then(() => this.#store());
    this.#last = flushed.catch(() => {});
    return flushed;
  }

  #turnTo(hour: number): void {
    this.#hour = hour;
    const known = this.#hours.get(hour);
    this.#projects = known ?? new Map();
    if (!known) this.#hours.set(hour, this.#projects);
  }

  #begin(projectId: string, kind: TrafficKind): void {
    if (this.#size >= this.#options.entriesMax) {
      this.dropped += 1;
      return;
    }
    this.#size += 1;
    this.#projects.set(projectId, { mocks: 0, captures: 0, checks: 0, errors: 0, [kind]: 1 });
  }

  async #store(): Promise<void> {
    const until = Date.now() + this.#options.flushMs;
    const { batchMax } = this.#options;
    const all = this.#inOrder();
    for (let at = 0; at < all.length && Date.now() < until; at += batchMax) {
      await this.#storeBatch(all.slice(at, at + batchMax));
    }
    for (const [hour, projects] of this.#hours) {
      if (projects.size === 0 && hour !== this.#hour) this.#hours.delete(hour);
    }
  }

  /** By project and hour, as all processes do it, so that no two of them wait for each other's rows. */
  #inOrder(): { projectId: string; hour: number }[] {
    const all = [...this.#hours].flatMap(([hour, projects]) =>
      [...projects.keys()].map((projectId) => ({ projectId, hour })),
    );
    return all.sort((a, b) =>
      a.projectId === b.projectId ? a.hour - b.hour : a.projectId < b.projectId ? -1 : 1,
    );
  }

  async #storeBatch(entries: readonly { projectId: string; hour: number }[]): Promise<void> {
    const batch = entries.flatMap(({ projectId, hour }): Counted[] => {
      const counts = this.#hours.get(hour)?.get(projectId);
      return counts ? [{ projectId, hour, counts: { ...counts } }] : [];
    });
    this.#isStoring = true;
    try {
      const fates = await this.#options.write(batch);
      for (const each of batch) if (fates.get(each.projectId) !== "held") this.#subtract(each);
    } finally {
      this.#stored += 1;
      this.#isStoring = false;
    }
  }

  /** Requests were counted meanwhile. */
  #subtract({ projectId, hour, counts }: Counted): void {
    const projects = this.#hours.get(hour);
    const kept = projects?.get(projectId);
    if (!projects || !kept) return;
    for (const kind of trafficKinds) kept[kind] -= counts[kind];
    if (trafficKinds.some((kind) => kept[kind] > 0)) return;
    projects.delete(projectId);
    this.#size -= 1;
  }
}
