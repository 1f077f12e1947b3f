import { toValue } from "liquidjs";
import { templateLimits } from "../template-limits";
import { Mistake } from "./mistake";

/** What objects of templates inherit instead of `Object.prototype`: they are JSON where a text is wanted. */
const nothing: object = Object.freeze(
  Object.create(null, {
    toString: {
      value(this: object) {
        return JSON.stringify(this);
      },
    },
  }),
);

export type PlainObject = Record<string, unknown>;
export const plainObject = (): PlainObject => Object.create(nothing);

/**
 * A copy of a value that holds nothing but texts, numbers, booleans, lists and objects that inherit nothing.
 * @throws {Mistake} when it is nested too deeply
 */
export function plain(value: unknown, level = 0): unknown {
  if (level > templateLimits.levelsMax) throw tooNested();
  if (value === null || value === undefined) return null;
  if (typeof value === "bigint") return String(value);
  if (typeof value === "function" || typeof value === "symbol") return null;
  if (typeof value !== "object") return value;
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map((each) => plain(each, level + 1));
  const copy = plainObject();
  for (const [key, each] of Object.entries(value)) put(copy, key, plain(each, level + 1));
  return copy;
}

/** Sets a key whatever its name: an assignment would fail at the one that is inherited. */
export function put(object: PlainObject, key: string, value: unknown): void {
  if (key === "toString") Object.defineProperty(object, key, { value, enumerable: true });
  else object[key] = value;
}

/** JSON as a plain value, or null when it is none. */
export function parseJson(text: string): unknown {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return null;
  }
  return plain(parsed);
}

/** The text of a value where it is printed: lists are joined, as Liquid does, and objects are JSON. */
export function asText(value: unknown): string {
  const plainly = toValue(value) as unknown;
  if (typeof plainly === "string") return plainly;
  if (plainly === null || plainly === undefined) return "";
  if (Array.isArray(plainly)) return plainly.map(asText).join("");
  return typeof plainly === "object" ? JSON.stringify(plainly) : String(plainly);
}

/**
 * Refuses values that later steps would take too long with. Filters can put a list into itself, and so on: what
 * counts is its size as it would be printed.
 * @throws {Mistake}
 */
export function checkWeight(value: unknown, max: number = templateLimits.weightMax): void {
  if (typeof value !== "object" || value === null) {
    if (typeof value === "string" && value.length > max) throw tooLarge();
    return;
  }
  weigh(value, max, 0);
}

/** @returns how much is left */
function weigh(value: unknown, left: number, level: number): number {
  if (level > templateLimits.levelsMax) throw tooNested();
  let rest = left - 8 - (typeof value === "string" ? value.length : 0);
  if (rest < 0) throw tooLarge();
  if (Array.isArray(value)) {
    for (const each of value) rest = weigh(each, rest, level + 1);
  } else if (typeof value === "object" && value !== null) {
    for (const key of Object.keys(value)) {
      rest = weigh((value as PlainObject)[key], rest - key.length, level + 1);
    }
  }
  return rest;
}

const tooLarge = () => new Mistake("A value becomes too large.");
const tooNested = () =>
  new Mistake(`A value is nested too deeply: more than ${templateLimits.levelsMax} levels.`);
