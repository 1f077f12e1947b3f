/** The candidate that a mistyped word is most like, if it is like one at all. */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  const ranked = candidates
    .map((candidate) => ({ candidate, distance: distance(word.toLowerCase(), candidate.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance);
  const [best] = ranked;
  const isLike = best && best.distance <= Math.max(1, Math.floor(best.candidate.length / 3));
  return isLike ? best.candidate : undefined;
}

/** Insertions, deletions and replacements that lead from one word to the other. Words are cut where nobody types on. */
function distance(from: string, to: string): number {
  const [a, b] = [from.slice(0, 100), to.slice(0, 100)];
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
