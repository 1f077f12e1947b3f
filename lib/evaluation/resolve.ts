import type { EnvironmentSnapshot } from "@/lib/environments/read-environments";
import { isOn, ruleFor } from "./rollout";
import { type GroupFlagSnapshot, overrideKey, type ProjectFlags, type RecordSnapshot } from "./snapshots";

/** What one record gets for one flag. */
export type Resolved = {
  key: string;
  /** The final decision, including the rollout. */
  enabled: boolean;
  rollout: number;
  source: "record" | "group-default";
  /** The switch, before the rollout decides. */
  switchedOn: boolean;
};

/** What a record gets for every flag of its group in one environment, oldest flag first. */
export function resolveAll(
  project: ProjectFlags,
  record: RecordSnapshot,
  environment: EnvironmentSnapshot,
): Resolved[] {
  const flags = project.groupFlags.get(record.groupId) ?? [];
  return flags.map((flag) => resolveOne(flag, record, environment));
}

export function resolveOne(
  flag: GroupFlagSnapshot,
  record: Pick<RecordSnapshot, "id" | "overrides">,
  environment: { id: string },
): Resolved {
  const override = record.overrides.get(overrideKey(flag.id, environment.id));
  const rule = ruleFor(flag, override);
  return {
    key: flag.key,
    enabled: isOn(rule, record.id),
    rollout: rule.rollout,
    source: override ? "record" : "group-default",
    switchedOn: rule.enabled,
  };
}
