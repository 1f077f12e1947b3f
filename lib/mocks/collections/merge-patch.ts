import type { Item } from "./item-ids";

/** What a merge patch makes of a value (RFC 7396, section 2): null takes a field away, and objects are merged. */
export function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  // A map, because a name can be one that objects have a meaning for.
  const merged = new Map(isObject(target) ? Object.entries(target) : []);
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) merged.delete(name);
    else merged.set(name, mergePatch(merged.get(name), value));
  }
  return Object.fromEntries(merged);
}

export const isObject = (value: unknown): value is Item =>
  typeof value === "object" && value !== null && !Array.isArray(value);
