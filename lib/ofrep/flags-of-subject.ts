import { flagsByKey } from "@/lib/evaluation/held-flags";
import type { GroupFlagSnapshot, GroupSnapshot, ProjectFlags } from "@/lib/evaluation/snapshots";
import type { GlobalFlagSnapshot } from "@/lib/flags/known-flags";

/** What tells which flags a subject has. */
type Project = Pick<ProjectFlags, "groups" | "groupFlags">;
type Flags = readonly GroupFlagSnapshot[];
type Globals = ReadonlyMap<string, GlobalFlagSnapshot>;

/** A subject's flags: those of groups, the oldest first, and the global flags of keys that these don't have. */
export type Candidates = { group: Flags; globals: Globals };

/**
 * The flags that a subject has: those of the record's group; without a record those of the group that the caller names by
 * key or prefix, else of the group with the longest prefix that begins the key, else of all groups. Then the global flags.
 */
export function flagsOfSubject(
  project: Project,
  globals: Globals | undefined,
  { key, record }: { key: string | undefined; record: { groupId: string } | undefined },
  named: string | undefined,
): Candidates {
  const groupId = record?.groupId ?? (groupNamed(project, named) ?? groupOfKey(project, key))?.id;
  const group = groupId === undefined ? ofAllGroups(project) : (project.groupFlags.get(groupId) ?? noFlags);
  return { group, globals: globals ?? noGlobals };
}

const noFlags: Flags = [];
const noGlobals: Globals = new Map();

const groupNamed = ({ groups }: Project, name: string | undefined): GroupSnapshot | undefined =>
  name === undefined
    ? undefined
    : (groups.find(({ key }) => key === name) ?? groups.find(({ prefix }) => prefix === name));

export function groupOfKey(
  { groups }: Pick<Project, "groups">,
  key: string | undefined,
): GroupSnapshot | undefined {
  if (key === undefined) return undefined;
  let found: GroupSnapshot | undefined;
  for (const group of groups) {
    const isLonger = group.prefix.length > (found?.prefix.length ?? 0);
    if (isLonger && key.startsWith(group.prefix)) found = group;
  }
  return found;
}

/** By the flags of a project, which live for as long as none of them changes. */
const merged = new WeakMap<ProjectFlags["groupFlags"], Flags>();

/** Oldest group first: its flag is the one of a key that several have. */
const ofAllGroups = ({ groups, groupFlags }: Project): Flags =>
  kept(merged, groupFlags, () => {
    const byKey = new Map<string, GroupFlagSnapshot>();
    for (const { id } of groups) {
      for (const flag of groupFlags.get(id) ?? []) if (!byKey.has(flag.key)) byKey.set(flag.key, flag);
    }
    return [...byKey.values()];
  });

/** By a list, which lives for as long as nothing in it changes. There is no place for pairs of lists: they are many. */
const inOrder = new WeakMap<Globals, readonly GlobalFlagSnapshot[]>();

export const flagOfKey = ({ group, globals }: Candidates, key: string) =>
  flagsByKey(group).get(key) ?? globals.get(key);

/** In the order of their keys. */
export function globalFlags({ group, globals }: Candidates): readonly GlobalFlagSnapshot[] {
  if (globals.size === 0) return [];
  const sorted = kept(inOrder, globals, () => [...globals.values()].sort((a, b) => (a.key < b.key ? -1 : 1)));
  const keys = flagsByKey(group);
  return sorted.filter(({ key }) => !keys.has(key));
}

function kept<K extends object, V>(map: WeakMap<K, V>, key: K, make: () => V): V {
  const found = map.get(key);
  if (found !== undefined) return found;
  const made = make();
  map.set(key, made);
  return made;
}
