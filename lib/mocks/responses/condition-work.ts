import { newPatternWork, type PatternWork } from "../matching/linear-pattern";

/**
 * What a request may still cost in conditions: in regular expressions, and in comparisons. A step of comparing is one
 * value of JSON looked at, or 16 characters of text searched.
 */
export type ConditionWork = PatternWork & { comparing: number };

/** Some 20 ms in the worst case: a step takes up to 120 ns. */
const comparingMax = 200_000;

/** What listing the fields of an object costs for each of them: the engine keeps those of large ones in a table. */
export const stepsOfField = 2;

export const newConditionWork = (): ConditionWork => ({ ...newPatternWork(), comparing: comparingMax });

/** Takes steps of comparing. @returns whether there were so many left; once there were not, there never are again */
export function spend(work: ConditionWork, steps: number): boolean {
  if (isSpent(work)) return false;
  work.comparing -= steps;
  return !isSpent(work);
}

/** Whether comparing was given up, so that what it found says nothing. */
export const isSpent = (work: ConditionWork): boolean => work.comparing < 0;
