import { requirePercentage, storedRollout } from "@/lib/flag-values/stored-rollout";
import type { StoredValues } from "@/lib/flag-values/stored-values";
import type { Fields } from "@/lib/operations/operation";
import {
  requireServedVariants,
  type StoredTargeting,
  storedTargeting,
} from "@/lib/targeting/stored-targeting";
import type { updateGroupFlag } from "./flag-changes/contract";
import type { GroupFlagRow } from "./require-group";

type Changes = Pick<
  Fields<typeof updateGroupFlag>,
  "defaultPercentage" | "rolloutBasisPoints" | "rules" | "prerequisites"
>;

/**
 * The changed columns of a flag's rollout and of its targeting, for an update and for a draft of one.
 * @param values the changed columns of its values, because rules name variants
 * @throws {AppError} `invalid_request`
 */
export function changedTargeting(flag: GroupFlagRow, changes: Changes, values: Partial<StoredValues>) {
  const { defaultPercentage, rolloutBasisPoints, rules, prerequisites } = changes;
  const targeting = storedTargeting({ rules, prerequisites });
  const share = { named: "defaultPercentage", percentage: defaultPercentage, rolloutBasisPoints } as const;
  const { percentage, ...exact } = storedRollout(share);
  requirePercentage(share, flag);
  requireServedVariants({ ...(flag as StoredTargeting), ...targeting }, { ...flag, ...values });
  return {
    targeting,
    rollout: { ...exact, ...(percentage !== undefined && { defaultPercentage: percentage }) },
  };
}
