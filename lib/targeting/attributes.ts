import type { Attributes } from "./conditions";

type Source = Readonly<Record<string, unknown>>;

/** The attribute that every subject with a key has, in OpenFeature's words. */
export const keyAttribute = "targetingKey";

/**
 * The attributes of a subject: its key, then what its record says, then what the caller says of it. A record wins, because a
 * page may claim anything about whoever looks at it. `address.country` means a field within a field, unless there is
 * one of that name.
 */
export function attributesOf(
  key: string | undefined,
  sources: readonly (() => Source | undefined)[],
): Attributes {
  // Hundreds of flags ask for the same few.
  const known = new Map<string, unknown>([[keyAttribute, key]]);
  return (name) => {
    const found = known.get(name);
    if (found !== undefined || known.has(name)) return found;
    const value = firstOf(sources, name);
    known.set(name, value);
    return value;
  };
}

function firstOf(sources: readonly (() => Source | undefined)[], name: string): unknown {
  for (const source of sources) {
    const value = fieldOf(source(), name);
    if (value !== undefined && value !== null) return value;
  }
  return undefined;
}

/** Only an object's own fields: whoever sends `{}` has no attribute `constructor`. */
function fieldOf(source: Source | undefined, name: string): unknown {
  if (!source) return undefined;
  if (Object.hasOwn(source, name)) return source[name];
  if (!name.includes(".")) return undefined;
  let value: unknown = source;
  for (const part of name.split(".")) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, part)) return undefined;
    value = (value as Source)[part];
  }
  return value;
}
