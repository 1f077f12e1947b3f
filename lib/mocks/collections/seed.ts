import type { Issue } from "@/lib/operations/operation";
import { invalid } from "@/lib/operations/read-body";
import { type Item, idProblem, idText, largestAfter, nextId, withId } from "./item-ids";
import { itemBytesMax, seedBytesMax } from "./limits";

/**
 * The items of a seed, each with an id. Those that have none get one after the largest, so that every reset gives the
 * same.
 * @throws {AppError} `invalid_request` with every place
 */
export function completedSeed(seed: readonly Item[], idField: string): Item[] {
  const issues: Issue[] = [];
  const seen = new Set<string>();
  let last = 0;
  for (const [at, item] of seed.entries()) {
    if (!Object.hasOwn(item, idField)) continue;
    const id = item[idField];
    const message =
      idProblem(id) ?? (seen.has(idText(id as string)) ? "must be unique in the seed" : undefined);
    if (message) issues.push({ path: `seed.${at}.${idField}`, message });
    else {
      seen.add(idText(id as string));
      last = largestAfter(last, id as string | number);
    }
  }
  if (issues.length > 0) throw invalid(issues);
  const completed = seed.map((item) => {
    if (Object.hasOwn(item, idField)) return item;
    const id = nextId(last);
    last = largestAfter(last, id);
    return withId(item, idField, id);
  });
  requireFitting(completed);
  return completed;
}

/** Ids make items longer than what was sent. */
function requireFitting(seed: readonly Item[]): void {
  let sum = 2;
  for (const [at, item] of seed.entries()) {
    const bytes = Buffer.byteLength(JSON.stringify(item));
    if (bytes > itemBytesMax) {
      throw invalid([{ path: `seed.${at}`, message: `must have at most ${itemBytesMax} bytes with its id` }]);
    }
    sum += bytes + 1;
  }
  if (sum > seedBytesMax + 1) {
    throw invalid([{ path: "seed", message: `must have at most ${seedBytesMax} bytes with its ids` }]);
  }
}
