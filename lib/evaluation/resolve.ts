import type { EnvironmentSnapshot } from "@/lib/environments/read-environments";
import { type Decision, decisionOf, type FlagSnapshot, preparedOf } from "./decision";
import { outcomesFor, overruled, preparedFlag } from "./rollout";
import { overrideKey, type ProjectFlags, type RecordSnapshot } from "./snapshots";

/** What a record gets for every flag of its group in one environment, oldest flag first. */
export function resolveAll(
  project: ProjectFlags,
  record: RecordSnapshot,
  environment: EnvironmentSnapshot,
): Decision[] {
  const flags = project.groupFlags.get(record.groupId) ?? [];
  return flags.map((flag) => resolveOne(flag, record, environment));
}

export function resolveOne(
  flag: FlagSnapshot,
  record: Pick<RecordSnapshot, "id" | "overrides">,
  environment: { id: string },
): Decision {
  const override = record.overrides.get(overrideKey(flag.id, environment.id));
  const outcomeOf = outcomesFor(record.id);
  if (!override) return decisionOf(flag, outcomeOf(preparedOf(flag)), "group-default");
  const rule = overruled(flag, override);
  // A value belongs to the type that the flag had when it was set, which never changes.
  const value = flag.values ? override.value : undefined;
  return decisionOf(flag, outcomeOf(preparedFlag(rule, flag.variants)), "record", { rule, value });
}
