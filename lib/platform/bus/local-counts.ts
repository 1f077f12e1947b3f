import { LRUCache } from "lru-cache";

/** Counts of this process by name: the part that every adapter has in common. Those not used for longest are forgotten. */
export class LocalCounts {
  readonly #counts = new LRUCache<string, number>({ max: 100_000 });

  up(name: string): number {
    const count = (this.#counts.get(name) ?? 0) + 1;
    this.#counts.set(name, count);
    return count;
  }

  reset(name: string): void {
    this.#counts.delete(name);
  }
}
