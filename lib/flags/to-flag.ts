import type { flags } from "@/db/schema/flags";
import type { EnvironmentRow } from "@/lib/environments/require-environment";
import { toEnvironmentName } from "@/lib/environments/to-environment";
import { withShownValues } from "@/lib/flag-values/shown-values";
import { withIsoTimes } from "@/lib/operations/present";

export type FlagRow = typeof flags.$inferSelect;
/** Without its last evaluation: a new flag, or one of which nobody needs to know that. */
export type FlagWithEnvironment = {
  flag: FlagRow;
  environment: EnvironmentRow;
  lastEvaluatedAt?: string | null;
};

/** A flag as the API shows it; projects are named by their public reference id on flag paths. */
export const toFlag = (
  projectReferenceId: string,
  { flag, environment, lastEvaluatedAt = null }: FlagWithEnvironment,
) => ({
  ...withIsoTimes(withShownValues(flag)),
  projectId: projectReferenceId,
  environment: toEnvironmentName(environment),
  lastEvaluatedAt,
});
