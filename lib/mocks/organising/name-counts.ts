import { namedMax } from "./contract";

/** A name as somebody wrote it, and as it is told apart from others: in lower case. */
export type Named = { folded: string; name: string; count: number };

/** Different names that are counted. Nobody sees more than some of them, and each takes memory. */
export const namesMax = 20_000;

/** How many mocks have each name. Those that differ in letter case are one, which is written as the first of them in order. */
export class NameCounts {
  readonly #counts = new Map<string, Named>();

  add({ folded, name, count }: Named): void {
    const known = this.#counts.get(folded);
    if (!known) {
      if (this.#counts.size < namesMax) this.#counts.set(folded, { folded, name, count });
      return;
    }
    known.count += count;
    if (name < known.name) known.name = name;
  }

  /** Those of the most mocks, in their order. */
  mostFrequent(): Named[] {
    return [...this.#counts.values()]
      .sort((a, b) => b.count - a.count || inOrder(a, b))
      .slice(0, namedMax)
      .sort(inOrder);
  }
}

const inOrder = (a: Named, b: Named): number => (a.folded < b.folded ? -1 : 1);
