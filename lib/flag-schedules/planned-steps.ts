import type { scheduledChanges } from "@/db/schema/flag-schedules";
import type { Issue } from "@/lib/operations/operation";
import { invalid } from "@/lib/operations/read-body";
import { aheadMaxDays } from "./contract";

type StepRow = typeof scheduledChanges.$inferSelect;
export type PlannedStep = Pick<StepRow, "at" | "change">;

const aheadMaxMs = aheadMaxDays * 24 * 60 * 60 * 1000;

/**
 * The steps of a request as they are stored.
 * @throws {AppError} `invalid_request` where they are not in order, or not in the time that can be planned
 */
export function plannedSteps(
  steps: readonly ({ at: string } & StepRow["change"])[],
  now: Date,
): PlannedStep[] {
  const issues: Issue[] = [];
  let before = now.getTime();
  const planned = steps.map(({ at: text, ...change }, n) => {
    const at = new Date(text);
    const message = problemOf(at.getTime(), { before, now: now.getTime(), isFirst: n === 0 });
    if (message) issues.push({ path: `steps.${n}.at`, message });
    before = at.getTime();
    return { at, change };
  });
  if (issues.length > 0) throw invalid(issues);
  return planned;
}

type Bounds = { before: number; now: number; isFirst: boolean };

function problemOf(at: number, { before, now, isFirst }: Bounds): string | undefined {
  if (!(at > now)) return "must be in the future";
  if (at > now + aheadMaxMs) return "must be at most a year ahead";
  return isFirst || at > before ? undefined : "must be later than the step before";
}

/** What became of steps together. */
export function stateOf(steps: readonly Pick<StepRow, "state">[]): StepRow["state"] {
  const found = (["pending", "failed", "cancelled"] as const).find((state) =>
    steps.some((step) => step.state === state),
  );
  return found ?? "done";
}
