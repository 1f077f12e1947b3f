/** How many of one kind are shown. */
export const shownMax = 5;

type Named = { name: string; detail: string };

/** The best first: what is called so, what begins so, what has a word that does, and what only contains it. */
export function ranked<T extends Named>(found: readonly T[], words: readonly string[]): T[] {
  const wanted = words.join(" ").toLowerCase();
  const placed = found.map((each) => ({ each, place: placeOf(each, wanted) }));
  placed.sort((a, b) => a.place - b.place || a.each.name.length - b.each.name.length);
  return placed.slice(0, shownMax).map(({ each }) => each);
}

function placeOf({ name, detail }: Named, wanted: string): number {
  const places = [name, detail].map((text) => {
    const lower = text.toLowerCase();
    if (lower === wanted) return 0;
    if (lower.startsWith(wanted)) return 1;
    const at = lower.indexOf(wanted);
    if (at === -1) return 4;
    return /[\p{L}\p{N}]/u.test(lower[at - 1] ?? "") ? 3 : 2;
  });
  return Math.min(...places);
}
