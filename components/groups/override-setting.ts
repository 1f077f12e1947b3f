import type { GroupFlag } from "@/components/groups/groups-list";
import type { Output } from "@/lib/operations/operation";
import type { listOverrides } from "@/lib/records/contract";

/** A record's override. Null follows the flag's default; if both are null, there is no override. */
export type OverrideSetting = { enabled: boolean | null; rollout: number | null };

export const inherits: OverrideSetting = { enabled: null, rollout: null };

/** The settings behind the grid's three positions. "On" means on for sure, whatever the default rollout is. */
export const positions = {
  inherit: inherits,
  on: { enabled: true, rollout: 100 },
  off: { enabled: false, rollout: null },
} as const satisfies Record<string, OverrideSetting>;
export type Position = keyof typeof positions;

export function positionOf({ enabled }: OverrideSetting): Position {
  if (enabled === null) return "inherit";
  return enabled ? "on" : "off";
}

export const isOverridden = ({ enabled, rollout }: OverrideSetting) => enabled !== null || rollout !== null;

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
    overrides.map(({ groupFlagId, environment, enabled, rollout }) => [
      placeId(groupFlagId, environment.id),
      { enabled, rollout },
    ]),
  );
}

/** Continues a sentence after a flag’s name: "is on", "follows the default with a rollout of 25 %". */
export function settingText({ enabled, rollout }: OverrideSetting): string {
  if (enabled === null && rollout === null) return "follows the default";
  const share = rollout === null || rollout === 100 ? "" : ` with a rollout of ${rollout} %`;
  if (enabled === null) return `follows the default${share}`;
  return `is ${enabled ? "on" : "off"}${share}`;
}
