import type { Issue } from "@/lib/operations/operation";
import { invalid } from "@/lib/operations/read-body";
import { quotaOf } from "@/lib/platform/quotas/quota-of";
import { type GivenRetention, retainedCountMax, retainedHoursMax, usualRetention } from "./contract";

/** How much an inbox may retain here. */
export const retentionBounds = () => ({
  countMax: Math.min(quotaOf("capturesKept"), retainedCountMax),
  hoursMax: Math.min(quotaOf("captureHours"), retainedHoursMax),
});

/** What a new inbox retains unless it is told otherwise. */
export function usualHere() {
  const { countMax, hoursMax } = retentionBounds();
  return { count: Math.min(usualRetention.count, countMax), hours: Math.min(usualRetention.hours, hoursMax) };
}

type Stored = { retainedCount: number; retainedHours: number };

/**
 * Refuses what the operator does not allow. What an inbox has already it may keep, although less is allowed since.
 * @throws {AppError} `invalid_request`
 */
export function requireRetention({ count, hours }: GivenRetention = {}, stored?: Stored): void {
  const { countMax, hoursMax } = retentionBounds();
  const issues: Issue[] = [];
  if (count !== undefined && count > countMax && count !== stored?.retainedCount) {
    const more = `the operator can allow more by QUOTAS=capturesKept=…`;
    issues.push({ path: "retention.count", message: `must be at most ${countMax}; ${more}` });
  }
  if (hours !== undefined && hours > hoursMax && hours !== stored?.retainedHours) {
    const more = `the operator can allow more by QUOTAS=captureHours=…`;
    issues.push({ path: "retention.hours", message: `must be at most ${hoursMax}; ${more}` });
  }
  if (issues.length > 0) throw invalid(issues);
}
