import { type Explanation, explainRollout, valuedBy } from "@/components/flags/explain-rollout";
import { exactDefault, exactRollout, sentRollout, shareOf } from "@/components/flags/rollout-share";
import { shortValue } from "@/components/flags/value-text";
import type { GroupFlag } from "@/components/groups/groups-list";
import { ruleFor } from "@/lib/evaluation/rollout";
import type { FlagValue } from "@/lib/flag-values/contract";
import type { Output } from "@/lib/operations/operation";
import type { listOverrides } from "@/lib/records/contract";

/** A record's override. Null follows the flag's default; if all are null, there is no override. */
export type OverrideSetting = {
  enabled: boolean | null;
  /** Percents with two decimals at most. */
  rollout: number | null;
  /** What the record gets while the flag is on, if that is no boolean. */
  value: FlagValue | null;
};

export const inherits: OverrideSetting = { enabled: null, rollout: null, value: null };

/** The grid's three positions. "On" means on for sure, whatever the default rollout is. */
const positions = {
  inherit: inherits,
  on: { enabled: true, rollout: 100 },
  off: { enabled: false, rollout: null },
} as const satisfies Record<string, Partial<OverrideSetting>>;
export type Position = keyof typeof positions;

/** The setting after a move to a position. On and off keep an own value; who inherits has nothing of its own. */
export const movedTo = (position: Position, setting: OverrideSetting): OverrideSetting => ({
  ...setting,
  ...positions[position],
});

export function positionOf({ enabled }: OverrideSetting): Position {
  if (enabled === null) return "inherit";
  return enabled ? "on" : "off";
}

export const isOverridden = ({ enabled, rollout, value }: OverrideSetting) =>
  enabled !== null || rollout !== null || value !== null;

/** The percentage that a record has, its own or the default. */
export const rolloutFor = (flag: GroupFlag, { rollout }: OverrideSetting) => rollout ?? exactDefault(flag);

/** What a record gets for a flag, and why. */
export function explainOverride(flag: GroupFlag, setting: OverrideSetting, recordId: string): Explanation {
  const { enabled, rollout, value } = setting;
  const rule = ruleFor(flag, { enabled, ...(rollout === null ? { rollout } : shareOf(rollout)) });
  const values = valuedBy(flag);
  return explainRollout(rule, recordId, values && { ...values, own: value });
}

/**
 * The fields of the request that makes one setting of another. What stays the same is left out, because somebody else may
 * have changed it; who inherits gives up all that there is. A boolean flag takes no value.
 */
export function sentSetting(
  { type }: Pick<GroupFlag, "type">,
  setting: OverrideSetting,
  before: OverrideSetting,
) {
  const { enabled, rollout, value } = setting;
  const sends = (field: keyof OverrideSetting) =>
    !isOverridden(setting) || JSON.stringify(setting[field]) !== JSON.stringify(before[field]);
  return {
    ...(sends("enabled") && { enabled }),
    ...(sends("rollout") && (rollout === null ? { rollout } : sentRollout("rollout", rollout))),
    ...(sends("value") && type !== "boolean" && { value }),
  };
}

export const placeId = (flagId: string, environmentId: string) => `${flagId} ${environmentId}`;

/** The input that reads the overrides of a record for some flags. */
export const readOverrides = (projectId: string, recordId: string, flags: readonly GroupFlag[]) => ({
  projectId,
  recordId,
  limit: 1000,
  groupFlagId: flags.map(({ id }) => id),
});

/** A record's overrides by `placeId`. */
export function settingsByPlace(overrides: Output<typeof listOverrides>): Map<string, OverrideSetting> {
  return new Map(
    overrides.map(({ groupFlagId, environment, enabled, rollout, rolloutBasisPoints, value }) => [
      placeId(groupFlagId, environment.id),
      { enabled, rollout: rollout === null ? null : exactRollout({ rollout, rolloutBasisPoints }), value },
    ]),
  );
}

/** Continues a sentence after a flag’s name: "is on", "follows the default with a rollout of 25 %". */
export function settingText(setting: OverrideSetting): string {
  const { enabled, rollout, value } = setting;
  const own = [
    ...(rollout === null || rollout === 100 ? [] : [`a rollout of ${rollout} %`]),
    ...(value === null ? [] : [`the value ${shortValue(value)}`]),
  ];
  const begin = enabled === null ? "follows the default" : `is ${enabled ? "on" : "off"}`;
  return own.length > 0 ? `${begin} with ${own.join(" and ")}` : begin;
}
