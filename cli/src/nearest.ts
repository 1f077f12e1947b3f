import { distance } from "fastest-levenshtein";

/** The candidate that a mistyped word is most like, if it is like one at all. */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  const ranked = candidates
    .map((candidate) => ({
      candidate,
      distance: distance(word.slice(0, charsMax).toLowerCase(), candidate.toLowerCase()),
    }))
    .sort((a, b) => a.distance - b.distance);
  const [best] = ranked;
  const isLike = best && best.distance <= Math.max(1, Math.floor(best.candidate.length / 3));
  return isLike ? best.candidate : undefined;
}

/** Longer words are cut. */
const charsMax = 100;
