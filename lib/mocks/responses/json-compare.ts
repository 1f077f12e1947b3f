import { type ConditionWork, spend, stepsOfField } from "./condition-work";
import { occursIn } from "./text-search";

/** How values are compared. What is given up because the work is spent counts as different. */
export type Comparing = { ignoreCase: boolean; work: ConditionWork };

/** Whether two values of JSON are the same: in type, in every entry, in the order of arrays and in no order of names. */
export function isEqual(value: unknown, expected: unknown, how: Comparing): boolean {
  if (!spend(how.work, 1)) return false;
  if (typeof value === "string" && typeof expected === "string") return isSameText(value, expected, how);
  if (Array.isArray(value) && Array.isArray(expected)) {
    return value.length === expected.length && value.every((item, at) => isEqual(item, expected[at], how));
  }
  if (!isObject(value) || !isObject(expected)) return value === expected;
  const names = Object.keys(expected);
  const fields = Object.keys(value).length;
  return (
    // Naming all fields of a large object takes long even if it is compared with a small one.
    spend(how.work, stepsOfField * fields) &&
    names.length === fields &&
    names.every((name) => Object.hasOwn(value, name) && isEqual(value[name], expected[name], how))
  );
}

/**
 * Whether a value has what is expected: a text that part of text; an array an item that has it, and every item of an
 * expected array; an object all expected fields, and in them what is expected of each. Texts inside are compared as
 * wholes, because whoever expects the role `admin` does not mean `not-admin`.
 */
export function contains(value: unknown, expected: unknown, how: Comparing): boolean {
  if (typeof value === "string" && typeof expected === "string") return hasText(value, expected, how);
  return has(value, expected, how);
}

function has(value: unknown, expected: unknown, how: Comparing): boolean {
  if (!spend(how.work, 1)) return false;
  if (Array.isArray(value)) {
    const hasItem = (each: unknown) => value.some((item) => has(item, each, how));
    return Array.isArray(expected) ? expected.every(hasItem) : hasItem(expected);
  }
  if (!isObject(value) || !isObject(expected)) return isEqual(value, expected, how);
  return Object.keys(expected).every(
    (name) => Object.hasOwn(value, name) && has(value[name], expected[name], how),
  );
}

function isSameText(text: string, expected: string, how: Comparing): boolean {
  if (how.ignoreCase) {
    const lower = lowerCase(text, how.work);
    return lower !== undefined && lower === lowerCase(expected, how.work);
  }
  if (text.length !== expected.length) return false;
  return spend(how.work, text.length >> 10) && text === expected;
}

function hasText(text: string, expected: string, how: Comparing): boolean {
  if (!spend(how.work, 1 + ((text.length + expected.length) >> 4))) return false;
  if (!how.ignoreCase) return occursIn(text, expected);
  const [lowerText, lowerExpected] = [lowerCase(text, how.work), lowerCase(expected, how.work)];
  return lowerText !== undefined && lowerExpected !== undefined && occursIn(lowerText, lowerExpected);
}

/** @returns undefined if it would cost more than there is left */
function lowerCase(text: string, work: ConditionWork): string | undefined {
  // Beyond Latin-1 each character takes up to twenty times as long.
  const charsOfStep = /[\u0100-\uffff]/.test(text) ? 4 : 64;
  return spend(work, Math.ceil(text.length / charsOfStep)) ? text.toLowerCase() : undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
