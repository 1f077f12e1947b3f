import type { Steps } from "@/lib/platform/process/turns";

/** How many are sorted or merged in one step. */
const stepMax = 64;

/** Sorted as by `sort`, but with turns for others in between. */
export function* sorted<T>(items: readonly T[], isBefore: (a: T, b: T) => boolean): Steps<T[]> {
  let runs: T[][] = [];
  for (let at = 0; at < items.length; at += stepMax) {
    runs.push(items.slice(at, at + stepMax).sort((a, b) => (isBefore(a, b) ? -1 : 1)));
    yield;
  }
  while (runs.length > 1) {
    const merged: T[][] = [];
    for (let at = 0; at < runs.length; at += 2) {
      merged.push(yield* mergeOf(runs[at] ?? [], runs[at + 1] ?? [], isBefore));
    }
    runs = merged;
  }
  return runs[0] ?? [];
}

function* mergeOf<T>(left: readonly T[], right: readonly T[], isBefore: (a: T, b: T) => boolean): Steps<T[]> {
  const merged: T[] = [];
  let [leftAt, rightAt] = [0, 0];
  while (leftAt < left.length || rightAt < right.length) {
    const [a, b] = [left[leftAt], right[rightAt]];
    if (a !== undefined && (b === undefined || !isBefore(b, a))) {
      merged.push(a);
      leftAt += 1;
    } else if (b !== undefined) {
      merged.push(b);
      rightAt += 1;
    }
    if (merged.length % stepMax === 0) yield;
  }
  return merged;
}
