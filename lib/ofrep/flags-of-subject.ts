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
function ofAllGroups({ groups, groupFlags }: ProjectFlags): Flags {
  const known = merged.get(groupFlags);
  if (known) return known;
  const byKey = new Map<string, GroupFlagSnapshot>();
  for (const { id } of groups) {
    for (const flag of groupFlags.get(id) ?? []) if (!byKey.has(flag.key)) byKey.set(flag.key, flag);
  }
  const made = [...byKey.values()];
  merged.set(groupFlags, made);
  return made;
}

const known = new WeakMap<Flags, WeakMap<Globals, Candidates>>();

function candidates(group: Flags, globals: Globals): Candidates {
  const ofGroup = known.get(group) ?? new WeakMap<Globals, Candidates>();
  known.set(group, ofGroup);
  const found = ofGroup.get(globals);
  if (found) return found;
  const keys = new Set(group.map(({ key }) => key));
  const global = [...globals.values()]
    .filter(({ key }) => !keys.has(key))
    .sort((a, b) => (a.key < b.key ? -1 : 1));
  const byKey = lazily(() => new Map([...global, ...group].map((flag) => [flag.key, flag])));
  const made = { group, global, byKey };
  ofGroup.set(globals, made);
  return made;
}
