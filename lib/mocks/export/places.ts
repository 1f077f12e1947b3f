import type { MockRow } from "@/lib/mocks/to-mock";
import type { Steps } from "@/lib/platform/process/turns";

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
export type PlaceMethod = (typeof methods)[number];

/** What wants a place in a document: all methods of a path, or one. */
export type Wanting = Pick<MockRow, "name" | "method" | "endpoint" | "enabled"> & {
  /** Equal for paths that a document can't tell apart. */
  key: string;
};

/**
 * Gives each method of each path to the mock that answers it: one that is on before one that is off, then one for the
 * method before one for any.
 * @param leave is told of each that gets no place, and why
 */
export function* placesOf<W extends Wanting>(
  wanting: readonly W[],
  leave: (each: W, reason: string) => void,
): Steps<Map<W, PlaceMethod[]>> {
  const taken = new Map<string, W>();
  const places = new Map<W, PlaceMethod[]>();
  for (let rank = 0; rank < 4; rank += 1) {
    for (const each of wanting) {
      if (rankOf(each) !== rank) continue;
      const wanted = methods.filter((method) => each.method === method || each.method === "ANY");
      const free = wanted.filter((method) => !taken.has(`${method} ${each.key}`));
      for (const method of free) taken.set(`${method} ${each.key}`, each);
      if (free.length > 0) places.set(each, free);
      else leave(each, reasonFor(taken.get(`${wanted[0]} ${each.key}`), each));
      yield;
    }
  }
  return places;
}

const rankOf = ({ method, enabled }: Wanting) => (enabled ? 0 : 2) + (method === "ANY" ? 1 : 0);

/** A reason names as much of an endpoint: thousands of them may name a long one. */
const namedCharsMax = 200;

function reasonFor(winner: Wanting | undefined, { method }: Wanting): string {
  if (method === "ANY") return "Every method of its path has a mock of its own.";
  const { method: own, endpoint = "" } = winner ?? {};
  const named = endpoint.length > namedCharsMax ? `${endpoint.slice(0, namedCharsMax)}…` : endpoint;
  return `The document has ${own} ${named} in its place.`;
}
