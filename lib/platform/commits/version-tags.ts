/** A tag that is named after a version, such as `v1.2.0-rc.1` or `@acme/cart@3.0.0`. */
export type VersionTag = {
  name: string;
  /** What stands before the version: tags with the same one are versions of the same thing. */
  family: string;
  numbers: number[];
  /** What makes it a version before the one of its numbers; empty for a proper one. */
  preRelease: string;
};

/** No project has longer names for its versions. */
const nameLengthMax = 120;
const candidatesMax = 10;
const rest = /^(?:[-.]?(?<pre>[A-Za-z-][\w.-]*))?(?:\+[\w.-]+)?$/;

/** Undefined for tags with other names. */
export function versionTag(name: string): VersionTag | undefined {
  if (name.length > nameLengthMax) return undefined;
  let candidates = 0;
  for (const { 0: numbers, index } of name.matchAll(/\d{1,9}(?:\.\d{1,9}){0,3}/g)) {
    candidates += 1;
    if (candidates > candidatesMax) return undefined;
    const family = name.slice(0, index);
    // The number in a word, as in `es2015-presets-1.0`, is no version; that behind a `v` is one.
    if (!/(^|[^A-Za-z\d])[vV]?$/.test(family) || /\d\.$/.test(family)) continue;
    const behind = rest.exec(name.slice(index + numbers.length));
    if (!behind) continue;
    return { name, family, numbers: numbers.split(".").map(Number), preRelease: behind.groups?.pre ?? "" };
  }
  return undefined;
}

const { compare } = new Intl.Collator("en", { numeric: true });

/** Older versions first; a version's candidates before it. */
export function compareVersions(a: VersionTag, b: VersionTag): number {
  for (let place = 0; place < 4; place += 1) {
    const difference = (a.numbers[place] ?? 0) - (b.numbers[place] ?? 0);
    if (difference !== 0) return difference;
  }
  if (a.preRelease === "" || b.preRelease === "")
    return a.preRelease === b.preRelease ? 0 : a.preRelease ? -1 : 1;
  return a.preRelease === b.preRelease ? 0 : compare(a.preRelease, b.preRelease);
}

/**
 * The version before one, among the tags of a repository. Before a proper version that is a proper one, too: its
 * candidates are part of it.
 */
export function versionBefore(name: string, tags: Iterable<string>): string | undefined {
  const own = versionTag(name);
  if (!own) return undefined;
  let best: VersionTag | undefined;
  for (const each of tags) {
    const tag = versionTag(each);
    if (!tag || tag.family !== own.family || compareVersions(tag, own) >= 0) continue;
    if (own.preRelease === "" && tag.preRelease !== "") continue;
    if (!best || compareVersions(tag, best) > 0) best = tag;
  }
  return best?.name;
}

/**
 * Tags for people to choose from: newest versions first. What has the most versions comes first, and tags with other
 * names last.
 */
export function newestFirst(names: readonly string[]): string[] {
  const versions = names.flatMap((name) => versionTag(name) ?? []);
  const counts = new Map<string, number>();
  for (const { family } of versions) counts.set(family, (counts.get(family) ?? 0) + 1);
  versions.sort((a, b) => {
    if (a.family === b.family) return compareVersions(b, a);
    return (counts.get(b.family) ?? 0) - (counts.get(a.family) ?? 0) || (a.family < b.family ? -1 : 1);
  });
  const known = new Set(versions.map(({ name }) => name));
  const others = names.filter((name) => !known.has(name)).sort();
  return [...versions.map(({ name }) => name), ...others];
}
