import type { environments, groupFlags, overrides } from "@/db/schema/flags";
import { toEnvironmentName } from "@/lib/environments/to-environment";
import { withIsoTimes } from "@/lib/operations/present";

export type OverrideRow = typeof overrides.$inferSelect;
type Named = {
  flag: Pick<typeof groupFlags.$inferSelect, "key">;
  environment: Pick<typeof environments.$inferSelect, "id" | "name" | "key">;
};

/** An override as the API shows it. */
export const toOverride = ({ value, ...override }: OverrideRow, { flag, environment }: Named) => ({
  ...withIsoTimes(override),
  value: value?.is ?? null,
  flagKey: flag.key,
  environment: toEnvironmentName(environment),
});
