import { withShownValues } from "@/lib/flag-values/shown-values";
import { withIsoTimes } from "@/lib/operations/present";
import type { GroupFlagRow, GroupRow } from "./require-group";

/** A group as the API shows it; projects are named by their public reference id on flag paths. */
export const toGroup = (projectReferenceId: string, group: GroupRow) => ({
  ...withIsoTimes(group),
  projectId: projectReferenceId,
});

/** A group's flag as the API shows it. */
export const toGroupFlag = (flag: GroupFlagRow, lastEvaluatedAt: string | null = null) => ({
  ...withIsoTimes(withShownValues(flag)),
  lastEvaluatedAt,
});
