import type { Operator } from "./answers/contract";
import { instantOf, numberOf, textOf } from "./comparable";
import { compareVersions, versionOf } from "./versions";

/** What subjects are told apart by. Runs in the browser too. */

export type { Operator } from "./answers/contract";

export type Scalar = string | number | boolean;
export type AttributeCondition = { attribute: string; operator: Operator; values: Scalar[]; not: boolean };
export type SegmentCondition = { segment: string; not: boolean };
export type Condition = AttributeCondition | SegmentCondition;
/** Whether all conditions must hold, or one is enough. */
export type Match = "all" | "any";
export type Conditions = { match: Match; conditions: readonly Condition[] };

/** A subject's attribute; undefined or null where there is none. */
export type Attributes = (name: string) => unknown;

/** True, false, or undefined where there is nothing to compare: such a condition does not hold, negated or not. */
export type Held = boolean | undefined;

type Test =
  | { not: boolean; segment: string }
  | { not: boolean; attribute: string; holds(value: unknown): Held };
export type PreparedConditions = { match: Match; tests: readonly Test[] };
/** Whether a subject is in the segment with a key. In one that is gone is nobody. */
export type Segments = (key: string) => Held;

/** Finds out once for each segment, however many flags ask. */
export function segmentsOf(known: ReadonlyMap<string, PreparedConditions>, attributes: Attributes): Segments {
  const found = new Map<string, Held>();
  return (key) => {
    if (!found.has(key)) {
      const segment = known.get(key);
      found.set(key, segment && holds(segment, attributes, none));
    }
    return found.get(key);
  };
}

/** Segments name no segments. */
const none: Segments = () => undefined;

export const prepared = ({ match, conditions }: Conditions): PreparedConditions => ({
  match,
  tests: conditions.map(testOf),
});

export function holds(
  { match, tests }: PreparedConditions,
  attributes: Attributes,
  segments: Segments,
): boolean {
  for (let at = 0; at < tests.length; at += 1) {
    if (testHolds(tests[at] as Test, attributes, segments) !== (match === "all")) return match === "any";
  }
  return match === "all";
}

/** Of each condition, in their order. */
export const heldOf = (
  { tests }: PreparedConditions,
  attributes: Attributes,
  segments: Segments,
): boolean[] => tests.map((test) => testHolds(test, attributes, segments));

function testHolds(test: Test, attributes: Attributes, segments: Segments): boolean {
  const held = "segment" in test ? segments(test.segment) : test.holds(attributes(test.attribute));
  return held !== undefined && held !== test.not;
}

function testOf(condition: Condition): Test {
  const { not } = condition;
  if ("segment" in condition) return { not, segment: condition.segment };
  const { attribute, operator, values } = condition;
  if (operator === "exists")
    return { not, attribute, holds: (value) => value !== undefined && value !== null };
  const compare = comparisons[operator](values);
  return {
    not,
    attribute,
    holds: (value) => (Array.isArray(value) ? anyOf(value, compare) : compare(value)),
  };
}

/** Of a list, one element is enough. */
const elementsMax = 100;

function anyOf(elements: readonly unknown[], compare: (value: unknown) => Held): boolean {
  for (let at = 0; at < Math.min(elements.length, elementsMax); at += 1)
    if (compare(elements[at])) return true;
  return false;
}

type Comparison = (values: readonly Scalar[]) => (value: unknown) => Held;

/** 5 and "5" are the same: what comes from a CSV file or a page's address is text. */
const sameText: Comparison = (values) => {
  const texts = new Set(values.map(String));
  return (value) => {
    const text = textOf(value);
    return text === undefined ? undefined : texts.has(text);
  };
};

const someText =
  (test: (text: string, part: string) => boolean): Comparison =>
  (values) => {
    const parts = values.map(String);
    return (value) => {
      const text = textOf(value);
      return text === undefined ? undefined : parts.some((part) => test(text, part));
    };
  };

const ordered =
  <T>(read: (value: unknown) => T | undefined, test: (value: T, bound: T) => boolean): Comparison =>
  ([first]) => {
    const bound = read(first);
    return (value) => {
      const comparable = read(value);
      return comparable === undefined || bound === undefined ? undefined : test(comparable, bound);
    };
  };

const comparisons: Record<Exclude<Operator, "exists">, Comparison> = {
  equals: sameText,
  in: sameText,
  starts_with: someText((text, part) => text.startsWith(part)),
  ends_with: someText((text, part) => text.endsWith(part)),
  contains: someText((text, part) => text.includes(part)),
  less_than: ordered(numberOf, (value, bound) => value < bound),
  less_or_equal: ordered(numberOf, (value, bound) => value <= bound),
  greater_than: ordered(numberOf, (value, bound) => value > bound),
  greater_or_equal: ordered(numberOf, (value, bound) => value >= bound),
  version_equals: ordered(versionOf, (value, bound) => compareVersions(value, bound) === 0),
  version_below: ordered(versionOf, (value, bound) => compareVersions(value, bound) < 0),
  version_from: ordered(versionOf, (value, bound) => compareVersions(value, bound) >= 0),
  before: ordered(instantOf, (value, bound) => value < bound),
  after: ordered(instantOf, (value, bound) => value > bound),
};

type Read = (value: unknown) => unknown;

/** What makes sense of a value, for those operators that compare with one value only. */
export const readers: Partial<Record<Operator, { read: Read; expected: string }>> = {
  ...all(["less_than", "less_or_equal", "greater_than", "greater_or_equal"], numberOf, "a number"),
  ...all(["version_equals", "version_below", "version_from"], versionOf, "a version such as 2.1.0"),
  ...all(["before", "after"], instantOf, "a date such as 2026-01-31 or 2026-01-31T09:00:00Z"),
};

function all(names: readonly Operator[], read: Read, expected: string) {
  return Object.fromEntries(names.map((name) => [name, { read, expected }]));
}
