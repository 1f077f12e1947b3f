/** How many names are counted at a time. */
const namesMax = 100_000;

/** Counts of this process by name: the part that every adapter has in common. Those not used for longest are forgotten. */
export class LocalCounts {
  readonly #counts = new Map<string, number>();

  up(name: string): number {
    const count = (this.#counts.get(name) ?? 0) + 1;
    // The last one from now on; the first one is that not used for longest.
    this.#counts.delete(name);
    this.#counts.set(name, count);
    if (this.#counts.size > namesMax) this.#counts.delete(this.#counts.keys().next().value ?? "");
    return count;
  }

  reset(name: string): void {
    this.#counts.delete(name);
  }
}
