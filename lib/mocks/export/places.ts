import type { MockRow } from "@/lib/mocks/to-mock";
import type { Steps } from "@/lib/platform/process/turns";

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
export type PlaceMethod = (typeof methods)[number];

/** What wants a place in a document: all methods of a path, or one. */
export type Wanting = Pick<MockRow, "name" | "method" | "endpoint" | "enabled"> & {
  /** Equal for paths that a document can't tell apart. */
  key: string;
};
export type LeftOut = { name: string; method: string; endpoint: string; reason: string };

export const leftOut = ({ name, method, endpoint }: Omit<LeftOut, "reason">, reason: string): LeftOut => ({
  ...{ name, method, endpoint, reason },
});

/**
 * Gives each method of each path to the mock that answers it: one that is on before one that is off, then one for the
 * method before one for any.
 */
export function* placesOf<W extends Wanting>(
  wanting: readonly W[],
): Steps<{ places: Map<W, PlaceMethod[]>; leftOut: LeftOut[] }> {
  const taken = new Map<string, W>();
  const places = new Map<W, PlaceMethod[]>();
  const without: LeftOut[] = [];
  for (let rank = 0; rank < 4; rank += 1) {
    for (const each of wanting) {
      if (rankOf(each) !== rank) continue;
      const wanted = methods.filter((method) => each.method === method || each.method === "ANY");
      const free = wanted.filter((method) => !taken.has(`${method} ${each.key}`));
      for (const method of free) taken.set(`${method} ${each.key}`, each);
      if (free.length > 0) places.set(each, free);
      else without.push(leftOut(each, reasonFor(taken.get(`${wanted[0]} ${each.key}`), each)));
      yield;
    }
  }
  return { places, leftOut: without };
}

const rankOf = ({ method, enabled }: Wanting) => (enabled ? 0 : 2) + (method === "ANY" ? 1 : 0);

function reasonFor(winner: Wanting | undefined, { method }: Wanting): string {
  if (method === "ANY") return "Every method of its path has a mock of its own.";
  return `The document has ${winner?.method} ${winner?.endpoint} in its place.`;
}
