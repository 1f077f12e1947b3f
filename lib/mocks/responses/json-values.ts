import { type ConditionWork, spend, stepsOfField } from "./condition-work";
import type { JsonStep } from "./json-place";

/** What is at a place of a value; nothing, if the work is spent on the way. */
export function valuesAt(root: unknown, place: readonly JsonStep[], work: ConditionWork): unknown[] {
  let values = [root];
  for (const step of place) {
    const next: unknown[] = [];
    for (const value of values) {
      if (!spend(work, 1) || !addStep(next, value, step, work)) return [];
    }
    values = next;
  }
  return values;
}

/** @returns false if the work is spent */
function addStep(found: unknown[], value: unknown, step: JsonStep, work: ConditionWork): boolean {
  if (typeof value !== "object" || value === null) return true;
  if (step === "all") {
    const isArray = Array.isArray(value);
    const entries: unknown[] = isArray ? value : Object.values(value);
    if (!spend(work, entries.length * (isArray ? 1 : stepsOfField))) return false;
    for (const entry of entries) found.push(entry);
  } else if ("item" in step) {
    if (Array.isArray(value)) addItem(found, value, step.item);
  } else if (Array.isArray(value)) {
    // `items.0` is how some write `items[0]`. An array has no other fields, its length included.
    if (/^\d{1,6}$/.test(step.field)) addItem(found, value, Number(step.field));
  } else if (Object.hasOwn(value, step.field)) {
    found.push((value as Record<string, unknown>)[step.field]);
  }
  return true;
}

function addItem(found: unknown[], items: readonly unknown[], at: number): void {
  // No item of JSON is undefined.
  const item = items.at(at);
  if (item !== undefined) found.push(item);
}
