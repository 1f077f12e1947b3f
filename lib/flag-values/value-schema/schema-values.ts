import type { Kind } from "./keywords";

/** A part of a schema that has been read: without a prototype, so that no key means anything but itself. */
export type ReadSchema = { [keyword: string]: unknown } | boolean;

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The same value of objects without prototypes. */
export function bare(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(bare);
  if (!isObject(value)) return value;
  return bareObject(Object.entries(value).map(([key, each]) => [key, bare(each)]));
}

export function bareObject<T>(entries: Iterable<readonly [string, T]>): Record<string, T> {
  const object: Record<string, T> = Object.create(null);
  for (const [key, value] of entries) object[key] = value;
  return object;
}

const typeNames: readonly unknown[] = ["array", "boolean", "integer", "null", "number", "object", "string"];
const typesMessage = `must be one of ${typeNames.join(", ")}, or a list of some`;

const isNames = (value: unknown) =>
  Array.isArray(value) && value.every((each) => typeof each === "string") && !repeats(value);
const repeats = (list: readonly unknown[]) => new Set(list).size < list.length;
const isCount = (value: unknown) => Number.isInteger(value) && (value as number) >= 0;

/** What is wrong with a value that holds no schemas; undefined if nothing is. */
export function problemOf(kind: Kind, value: unknown): string | undefined {
  switch (kind) {
    case "types": {
      const types: unknown[] = Array.isArray(value) ? value : [value];
      const isFine = types.length > 0 && types.every((type) => typeNames.includes(type)) && !repeats(types);
      return isFine ? undefined : typesMessage;
    }
    case "list":
      return Array.isArray(value) ? undefined : "must be a list";
    case "names":
      return isNames(value) ? undefined : "must be a list of different texts";
    case "namedNames":
      return isObject(value) && Object.values(value).every(isNames)
        ? undefined
        : "must be an object of lists of texts";
    case "count":
      return isCount(value) ? undefined : "must be a whole number from 0";
    case "number":
      return typeof value === "number" ? undefined : "must be a number";
    case "positive":
      return typeof value === "number" && value > 0 ? undefined : "must be a number above 0";
    case "truth":
      return typeof value === "boolean" ? undefined : "must be true or false";
    case "text":
    case "anchor":
      return typeof value === "string" ? undefined : "must be a text";
    case "pattern":
      return typeof value === "string" ? patternProblem(value) : "must be a text";
    default:
      return undefined;
  }
}

/** As they are used: with code points, and without an anchor at either end. */
export function patternProblem(pattern: string): string | undefined {
  try {
    new RegExp(pattern, "u");
    return undefined;
  } catch (error) {
    const why = error instanceof Error ? error.message.replace(/^.*: /s, "") : "it cannot be read";
    return `is no regular expression: ${why}`;
  }
}
