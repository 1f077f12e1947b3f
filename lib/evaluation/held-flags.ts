import type { GroupFlagSnapshot, RecordSnapshot } from "./snapshots";

/** What is found in snapshots. Apart from how they are read, because SDKs find it too. */

export const overrideKey = (groupFlagId: string, environmentId: string) => `${groupFlagId} ${environmentId}`;

/** The ids of the flags that a record has overrides for in an environment. */
export function overriddenFlags({ overrides }: RecordSnapshot, environmentId: string): string[] {
  const end = overrideKey("", environmentId);
  return [...overrides.keys()].flatMap((key) => (key.endsWith(end) ? [key.slice(0, -end.length)] : []));
}

/** By a list, which lives for as long as nothing in it changes. */
const byKey = new WeakMap<readonly GroupFlagSnapshot[], ReadonlyMap<string, GroupFlagSnapshot>>();

export function flagsByKey(flags: readonly GroupFlagSnapshot[]): ReadonlyMap<string, GroupFlagSnapshot> {
  const known = byKey.get(flags);
  if (known) return known;
  const made = new Map(flags.map((flag) => [flag.key, flag]));
  byKey.set(flags, made);
  return made;
}
