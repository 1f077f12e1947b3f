import type { GroupFlagSnapshot, GroupSnapshot, ProjectFlags } from "@/lib/evaluation/snapshots";
import type { GlobalFlagSnapshot } from "@/lib/flags/known-flags";
import { lazily } from "@/lib/platform/singleton";
import type { Subject } from "./subject";

type Flags = readonly GroupFlagSnapshot[];
type Globals = ReadonlyMap<string, GlobalFlagSnapshot>;

/** Flags in the order of answers. */
export type Candidates = {
  group: Flags;
  /** Of keys that no flag of the group has, in the order of their keys. */
  global: readonly GlobalFlagSnapshot[];
  byKey: () => ReadonlyMap<string, GroupFlagSnapshot | GlobalFlagSnapshot>;
};

/**
 * The flags that a subject has: those of the record's group; without a record those of the group that the caller names by
 * key or prefix, else of the group with the longest prefix that begins the key, else of all groups. Then the global flags.
 */
export function flagsOfSubject(
  project: ProjectFlags,
  globals: Globals | undefined,
  { key, record }: Subject,
  named: string | undefined,
): Candidates {
  const groupId = record?.groupId ?? (groupNamed(project, named) ?? groupOfKey(project, key))?.id;
  const group = groupId === undefined ? ofAllGroups(project) : (project.groupFlags.get(groupId) ?? noFlags);
  return candidates(group, globals ?? noGlobals);
}

const noFlags: Flags = [];
const noGlobals: Globals = new Map();

const groupNamed = ({ groups }: ProjectFlags, name: string | undefined): GroupSnapshot | undefined =>
  name === undefined
    ? undefined
    : (groups.find(({ key }) => key === name) ?? groups.find(({ prefix }) => prefix === name));

function groupOfKey({ groups }: ProjectFlags, key: string | undefined): GroupSnapshot | undefined {
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
const ofAllGroups = ({ groups, groupFlags }: ProjectFlags): Flags =>
  kept(merged, groupFlags, () => {
    const byKey = new Map<string, GroupFlagSnapshot>();
    for (const { id } of groups) {
      for (const flag of groupFlags.get(id) ?? []) if (!byKey.has(flag.key)) byKey.set(flag.key, flag);
    }
    return [...byKey.values()];
  });

/** By the two lists, which live for as long as nothing in them changes. */
const known = new WeakMap<Flags, WeakMap<Globals, Candidates>>();
const keysOf = new WeakMap<Flags, ReadonlySet<string>>();
const inOrder = new WeakMap<Globals, readonly GlobalFlagSnapshot[]>();

function candidates(group: Flags, globals: Globals): Candidates {
  const ofGroup = kept(known, group, () => new WeakMap());
  return kept(ofGroup, globals, () => {
    const keys = kept(keysOf, group, () => new Set(group.map(({ key }) => key)));
    const sorted = kept(inOrder, globals, () =>
      [...globals.values()].sort((a, b) => (a.key < b.key ? -1 : 1)),
    );
    const global = sorted.filter(({ key }) => !keys.has(key));
    const byKey = lazily(() => new Map([...global, ...group].map((flag) => [flag.key, flag])));
    return { group, global, byKey };
  });
}

function kept<K extends object, V>(map: WeakMap<K, V>, key: K, make: () => V): V {
  const found = map.get(key);
  if (found !== undefined) return found;
  const made = make();
  map.set(key, made);
  return made;
}
