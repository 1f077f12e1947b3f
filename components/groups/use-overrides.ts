"use client";

import type { Environment } from "@/components/flags/flag-rows";
import { useProductionGuard } from "@/components/flags/production-guard";
import type { FlagRecord, GroupFlag, Override } from "@/components/groups/group-types";
import {
  inherits,
  type OverrideSetting,
  placeId,
  settingsByPlace,
  settingText,
} from "@/components/groups/override-setting";
import { useUndoable } from "@/components/ui/use-undoable";
import { call } from "@/lib/operations/client";
import { setOverride } from "@/lib/records/contract";

/** A record's overrides: what is set shows at once, and can be undone from the message. */
export function useOverrides(projectId: string, record: FlagRecord, overrides: readonly Override[]) {
  const confirm = useProductionGuard();
  const { chosen, apply } = useUndoable<OverrideSetting>();
  const stored = settingsByPlace(overrides);

  const settingOf = (flag: GroupFlag, environment: Environment): OverrideSetting => {
    const id = placeId(flag.id, environment.id);
    return chosen(id, stored.get(id) ?? inherits);
  };

  /** Says whether it was agreed to. */
  async function set(flag: GroupFlag, environment: Environment, setting: OverrideSetting): Promise<boolean> {
    const who = record.name ?? record.id;
    if (!(await confirm([environment], `“${flag.name}” will change for ${who}`))) return false;
    void apply({
      id: placeId(flag.id, environment.id),
      before: settingOf(flag, environment),
      after: setting,
      send: (value) =>
        call(setOverride, {
          projectId,
          groupId: record.group.id,
          recordId: record.id,
          groupFlagId: flag.id,
          environmentKey: environment.key,
          ...value,
        }),
      done: (value) => `“${flag.name}” ${settingText(value)} in ${environment.name}`,
      failed: () => `“${flag.name}” could not be changed in ${environment.name}`,
    });
    return true;
  }

  return { settingOf, set };
}

export type Overrides = ReturnType<typeof useOverrides>;
