import type { FlagValue } from "@/lib/flag-values/contract";
import { changedValues, type StoredValues } from "@/lib/flag-values/stored-values";
import { type GivenValues, valuesToCheck } from "@/lib/flag-values/value-issues";
import { beforehand } from "@/lib/operations/beforehand";
import type { Ctx } from "@/lib/operations/context";
import { AppError } from "@/lib/operations/errors";
import type { Issue } from "@/lib/operations/operation";
import { invalid } from "@/lib/operations/read-body";
import { runInWorker } from "@/lib/platform/workers/run-in-worker";
import { WorkerError } from "@/lib/platform/workers/worker-error";
import { checkProgram } from "./check-program";
import type { ToCheck } from "./check-values";

/**
 * Requires of a flag's values that they satisfy its schema, and of that that it is one. Costs nothing without a schema.
 * Checks take turns by team: however many projects one has, the others have a thread.
 * @throws {AppError} `invalid_request`, and `unavailable` when too many checks wait
 */
export function requireSatisfied(ctx: Ctx, teamId: string, flag: StoredValues): void {
  const { values, variants, valueSchema } = flag;
  if (!valueSchema || !values) return;
  const checked = valuesToCheck({ ...values, variants });
  requireNoIssues(ctx, teamId, { schema: valueSchema, values: checked }, "valueSchema");
}

/**
 * What a change makes of a flag's values, as `changedValues` says; required of flags as they will be.
 * @throws {AppError} as the two
 */
export function requireSatisfiedAfter(
  ctx: Ctx,
  teamId: string,
  given: GivenValues,
  stored: StoredValues,
): Partial<StoredValues> {
  const changed = changedValues(given, stored);
  if (Object.keys(changed).length > 0) requireSatisfied(ctx, teamId, { ...stored, ...changed });
  return changed;
}

/**
 * The same of what a single record has instead.
 * @throws {AppError} as the other
 */
export function requireOwnSatisfied(
  ctx: Ctx,
  teamId: string,
  { valueSchema }: Pick<StoredValues, "valueSchema">,
  value: FlagValue | null | undefined,
): void {
  if (!valueSchema || value === null || value === undefined) return;
  requireNoIssues(ctx, teamId, { schema: valueSchema, values: [{ path: "value", value }] }, "value");
}

/** @param whole the field that is named when there was no result */
function requireNoIssues(ctx: Ctx, teamId: string, check: ToCheck, whole: string): void {
  const text = JSON.stringify(check);
  const issues = beforehand(ctx, text, () => issuesOf(text, teamId, whole));
  if (issues.length > 0) throw invalid(issues);
}

async function issuesOf(text: string, teamId: string, whole: string): Promise<Issue[]> {
  try {
    return await runInWorker(checkProgram, text, { key: teamId });
  } catch (error) {
    if (!(error instanceof WorkerError)) throw error;
    if (error.reason === "deadline" || error.reason === "memory") return [{ path: whole, message: tooLong }];
    throw new AppError("unavailable", "Too many values are being checked. Try again in a moment.", {
      headers: { "retry-after": "2" },
      cause: error,
    });
  }
}

const tooLong =
  "takes too long to be checked by the schema; make the schema simpler, its patterns first, or the value smaller";
