import { withShownValues } from "@/lib/flag-values/shown-values";
import { withIsoTimes } from "@/lib/operations/present";
import type { StoredRule } from "@/lib/targeting/rule-issues";
import type { GroupFlagRow, GroupRow } from "./require-group";

/** A group as the API shows it; projects are named by their public reference id on flag paths. */
export const toGroup = (projectReferenceId: string, group: GroupRow) => ({
  ...withIsoTimes(group),
  projectId: projectReferenceId,
});

/** A group's flag as the API shows it. */
export function toGroupFlag(
  { rules, prerequisites, ...flag }: GroupFlagRow,
  lastEvaluatedAt: string | null = null,
) {
  return {
    ...withIsoTimes(withShownValues(flag)),
    rules: (rules ?? []) as StoredRule[],
    prerequisites: prerequisites ?? [],
    lastEvaluatedAt,
  };
}
