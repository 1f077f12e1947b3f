import { hashKey } from "@tanstack/react-query";

type Values = Record<string, unknown>;

export function same(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  return typeof one === "object" && typeof other === "object" && hashKey([one]) === hashKey([other]);
}

const namesOf = <V extends object>(values: V) => Object.keys(values) as (keyof V & string)[];

export function changedNames<V extends object>(before: V, after: V): (keyof V & string)[] {
  return namesOf(after).filter((name) => !same(before[name], after[name]));
}

/** The fields of `after` that differ: the body of a save that changes nothing else. */
export function changedPart<B extends object>(before: B, after: B): Partial<B> {
  return Object.fromEntries(
    changedNames(before, after).map((name) => [name, after[name]]),
  ) as unknown as Partial<B>;
}

export type Merge<Name extends string> = {
  /** Changed only by others: their value is shown from now on. */
  taken: Name[];
  /** Changed by both, differently: only the person can decide. */
  clashes: Name[];
  /** The values that count as unchanged from now on. Clashing fields keep the old base until they are decided. */
  base: Record<Name, unknown>;
};

/** A three-way merge, field by field. */
export function mergeValues<V extends Values>(base: V, mine: V, theirs: V): Merge<keyof V & string> {
  const theirsNew = changedNames(base, theirs);
  const differing = theirsNew.filter((name) => !same(mine[name], theirs[name]));
  const clashes = differing.filter((name) => !same(mine[name], base[name]));
  const kept = Object.fromEntries(clashes.map((name) => [name, base[name]]));
  return {
    taken: differing.filter((name) => !clashes.includes(name)),
    clashes,
    base: { ...base, ...theirs, ...kept },
  };
}

/**
 * The labels of fields that show what others changed: those so far and some more, without those that were changed here
 * since and are clashes now.
 */
export function takenLabels(
  before: readonly string[],
  more: readonly string[],
  clashes: readonly { label: string }[],
): readonly string[] {
  const taken = [...new Set([...before, ...more])].filter((label) =>
    clashes.every((clash) => clash.label !== label),
  );
  return same(before, taken) ? before : taken;
}

const linesAround = 2;

/** Two texts without their common first and last lines; "…" marks an omission. */
export function differingLines(one: string, other: string): [string, string] {
  const [a, b] = [one.split("\n"), other.split("\n")];
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < shorter - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1;
  const from = start - linesAround > 1 ? start - linesAround : 0;
  const cut = (lines: string[]) => {
    const to = end - linesAround > 1 ? lines.length - end + linesAround : lines.length;
    return [from > 0 && "…", ...lines.slice(from, to), to < lines.length && "…"]
      .filter((line) => line !== false)
      .join("\n");
  };
  return [cut(a), cut(b)];
}
