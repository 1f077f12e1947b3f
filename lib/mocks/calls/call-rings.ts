/** What waits: `bytes` is its estimated memory, and `isWhole` is false as long as some of it is still to come. */
export type Waiting = {
  readonly bytes: number;
  isWhole?: ((this: Waiting) => boolean) | undefined;
  release?: ((this: Waiting) => void) | undefined;
};

type Limits = {
  /** Entries of one project, all projects, and the bytes of all. */
  ofProjectMax: number;
  entriesMax: number;
  bytesMax: number;
};

type TakeOptions = { entries: number; bytes: number; isLast?: boolean };

/** How many projects are looked at to find one that has more than its share. */
const looksMax = 8;

/**
 * The newest entries of each project, until they are stored: to add one is to put it into a slot. A project that gets more
 * than it may have loses its oldest ones. When all projects together have too many entries, or too many bytes, those lose that
 * have more than their share of that.
 */
export class CallRings<T extends Waiting> {
  readonly #limits: Limits;
  readonly #rings = new Map<string, Ring<T>>();
  #size = 0;
  #bytes = 0;
  /** How many were lost for want of room, but for those that newer ones of their project took the place of. */
  lost = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  get size(): number {
    return this.#size;
  }

  get bytes(): number {
    return this.#bytes;
  }

  add(projectId: string, entry: T): void {
    let ring = this.#rings.get(projectId);
    if (!ring) {
      ring = new Ring(this.#limits.ofProjectMax);
      this.#rings.set(projectId, ring);
    }
    this.#size += 1;
    this.#bytes += entry.bytes;
    const replaced = ring.push(entry);
    if (replaced) this.#gone(replaced);
    while (this.#size > this.#limits.entriesMax || this.#bytes > this.#limits.bytesMax) this.#lose(ring);
  }

  /**
   * Takes what is to be stored next, oldest first: as many entries and bytes as that, divided among the projects. What is not
   * taken now has its turn earlier the next time.
   * @param isLast takes also what is not whole
   */
  take({ entries, bytes, isLast = false }: TakeOptions): Map<string, T[]> {
    const taken = new Map<string, T[]>();
    let left = { entries, bytes };
    let projects = this.#rings.size;
    for (const [projectId, ring] of [...this.#rings]) {
      if (left.entries <= 0 || left.bytes <= 0) break;
      const share = { entries: left.entries / projects, bytes: left.bytes / projects };
      const found = this.#takeFrom(projectId, ring, share, isLast);
      projects -= 1;
      if (found.length === 0) continue;
      taken.set(projectId, found);
      left = { entries: left.entries - found.length, bytes: left.bytes - bytesOf(found) };
    }
    return taken;
  }

  /** Takes all of a project, also what is not whole. */
  takeAllOf(projectId: string): T[] {
    const all = this.#rings.get(projectId)?.drain() ?? [];
    this.#rings.delete(projectId);
    this.#forget(all);
    return all;
  }

  /** Puts back what could not be stored, before what has come since; the oldest are lost if that is too much. */
  putBack(projectId: string, entries: readonly T[]): void {
    const since = this.takeAllOf(projectId);
    for (const entry of [...entries, ...since]) this.add(projectId, entry);
  }

  #takeFrom(projectId: string, ring: Ring<T>, share: TakeOptions, isLast: boolean): T[] {
    const all = ring.drain();
    let count = 0;
    let bytes = 0;
    for (const entry of all) {
      if (count > 0 && (count + 1 > share.entries || bytes + entry.bytes > share.bytes)) break;
      if (!isLast && entry.isWhole?.() === false) break;
      count += 1;
      bytes += entry.bytes;
    }
    const taken = all.splice(0, count);
    this.#forget(taken);
    this.#rings.delete(projectId);
    if (all.length > 0) {
      ring.refill(all);
      this.#rings.set(projectId, ring);
    }
    return taken;
  }

  #lose(fullest: Ring<T>): void {
    this.lost += 1;
    const isHeavy = this.#bytes > this.#limits.bytesMax;
    const share = (isHeavy ? this.#bytes : this.#size) / this.#rings.size;
    let looks = 0;
    for (const [projectId, ring] of this.#rings) {
      looks += 1;
      if ((isHeavy ? ring.bytes : ring.size) < share && looks <= looksMax) continue;
      // Others have their turn to lose the next time.
      this.#rings.delete(projectId);
      const oldest = (looks <= looksMax ? ring : fullest).shift();
      if (oldest) this.#gone(oldest);
      if (ring.size > 0) this.#rings.set(projectId, ring);
      return;
    }
  }

  #gone(entry: T): void {
    this.#size -= 1;
    this.#bytes -= entry.bytes;
    entry.release?.();
  }

  #forget(entries: readonly T[]): void {
    this.#size -= entries.length;
    this.#bytes -= bytesOf(entries);
  }
}

const bytesOf = (entries: readonly Waiting[]) => entries.reduce((sum, { bytes }) => sum + bytes, 0);

/** The newest so many, in order. */
class Ring<T extends Waiting> {
  readonly #max: number;
  #items: T[] = [];
  /** Where the oldest is, once all slots are taken. */
  #first = 0;
  /** Of all entries together. */
  bytes = 0;

  constructor(max: number) {
    this.#max = max;
  }

  get size(): number {
    return this.#items.length;
  }

  /** @returns what it takes the place of */
  push(item: T): T | undefined {
    this.bytes += item.bytes;
    if (this.#items.length < this.#max) {
      this.#items.push(item);
      return undefined;
    }
    const oldest = this.#items[this.#first];
    this.#items[this.#first] = item;
    this.#first = (this.#first + 1) % this.#max;
    this.bytes -= oldest?.bytes ?? 0;
    return oldest;
  }

  shift(): T | undefined {
    const all = this.drain();
    const oldest = all.shift();
    this.refill(all);
    return oldest;
  }

  /** All of them, oldest first; none are left. */
  drain(): T[] {
    const items = this.#items;
    const all = this.#first === 0 ? items : [...items.slice(this.#first), ...items.slice(0, this.#first)];
    this.#items = [];
    this.#first = 0;
    this.bytes = 0;
    return all;
  }

  refill(items: T[]): void {
    this.#items = items;
    this.bytes = bytesOf(items);
  }
}
