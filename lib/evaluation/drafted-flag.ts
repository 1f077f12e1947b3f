import { changedValues } from "@/lib/flag-values/stored-values";
import { changedTargeting } from "@/lib/groups/changed-targeting";
import type { GroupFlagRow } from "@/lib/groups/require-group";
import { FlagDraft } from "./explain/contract";
import type { GroupFlagSnapshot } from "./snapshots";

const fieldNames = Object.keys(FlagDraft.shape) as (keyof FlagDraft)[];

export const isDraft = (draft: FlagDraft) => fieldNames.some((name) => draft[name] !== undefined);

/**
 * The flag as an update with these fields would store it.
 * @throws {AppError} `invalid_request` for the same values that an update refuses
 */
export function draftedFlag(flag: GroupFlagRow, draft: FlagDraft): GroupFlagRow {
  const { onValue, offValue, variants, defaultEnabled = flag.defaultEnabled, ...serving } = draft;
  const values = changedValues({ onValue, offValue, variants }, flag);
  const { targeting, rollout } = changedTargeting(flag, serving, values);
  return { ...flag, defaultEnabled, ...values, ...targeting, ...rollout };
}

/** A flag's row as evaluation reads it from the database. */
export function toSnapshot(known: GroupFlagSnapshot, flag: GroupFlagRow): GroupFlagSnapshot {
  const { values, variants, rules, prerequisites } = flag;
  return {
    ...known,
    enabled: flag.defaultEnabled,
    rollout: flag.defaultPercentage,
    rolloutBasisPoints: flag.rolloutBasisPoints,
    values: values && { on: JSON.stringify(values.on), off: JSON.stringify(values.off) },
    variants: variants?.map((variant) => ({ ...variant, value: JSON.stringify(variant.value) })) ?? null,
    targeting:
      rules || prerequisites
        ? JSON.stringify({ rules: rules ?? [], prerequisites: prerequisites ?? [] })
        : null,
  };
}
