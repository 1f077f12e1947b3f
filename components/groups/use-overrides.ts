"use client";

import { useState } from "react";
import type { Environment } from "@/components/flags/flags-list";
import { useProductionGuard } from "@/components/flags/production-guard";
import type { FlagRecord, GroupFlag } from "@/components/groups/groups-list";
import {
  inherits,
  type OverrideSetting,
  placeId,
  readOverrides,
  sentSetting,
  settingsByPlace,
  settingText,
} from "@/components/groups/override-setting";
import { messageOf } from "@/components/ui/form-problem";
import { useAnswer, useWrite } from "@/components/ui/queries";
import { useToast } from "@/components/ui/toast";
import { listOverrides, setOverride } from "@/lib/records/contract";

/** A record's overrides for these flags, by `placeId`; undefined until they are loaded. "" is no record. */
export function useSettings(projectId: string, recordId: string, flags: readonly GroupFlag[]) {
  const { data, error } = useAnswer(listOverrides, readOverrides(projectId, recordId, flags), {
    enabled: recordId !== "" && flags.length > 0,
  });
  return { data: data && settingsByPlace(data), error };
}

type Change = {
  setting: OverrideSetting;
  before: OverrideSetting;
  isUndo?: boolean;
  onRefused?: OnRefused | undefined;
};
/** Shows why a change was refused, where it was made. @returns whether it did */
export type OnRefused = (error: unknown) => boolean;

/** A record's overrides. A change shows at once and can be undone from its message. */
export function useOverrides(projectId: string, record: FlagRecord, flags: readonly GroupFlag[]) {
  const confirm = useProductionGuard();
  const toast = useToast();
  const write = useWrite();
  const { data: stored } = useSettings(projectId, record.id, flags);
  const [chosen, setChosen] = useState<ReadonlyMap<string, OverrideSetting>>(new Map());

  const settingOf = (flag: GroupFlag, environment: Environment): OverrideSetting => {
    const id = placeId(flag.id, environment.id);
    return chosen.get(id) ?? stored?.get(id) ?? inherits;
  };

  /** Resolves to whether it is stored. */
  async function store(
    flag: GroupFlag,
    environment: Environment,
    { setting, before, isUndo = false, onRefused }: Change,
  ): Promise<boolean> {
    const sent = sentSetting(flag, setting, before);
    if (Object.keys(sent).length === 0) return true;
    const id = placeId(flag.id, environment.id);
    setChosen((all) => new Map(all).set(id, setting));
    const place = { projectId, groupId: record.group.id, recordId: record.id, groupFlagId: flag.id };
    try {
      // The patch matches nothing on the page; it only makes writes to the same override run one after the other.
      await write(setOverride, { ...place, environmentKey: environment.key, ...sent }, { patch: { id } });
      const undo = () => void store(flag, environment, { setting: before, before: setting, isUndo: true });
      toast.success(`“${flag.name}” ${settingText(setting)} in ${environment.name}`, isUndo ? {} : { undo });
      return true;
    } catch (error) {
      if (onRefused?.(error)) return false;
      toast.error(`“${flag.name}” could not be changed in ${environment.name}`, {
        description: messageOf(error),
      });
      return false;
    } finally {
      // The stored value has been refetched by now.
      setChosen((all) => (all.get(id) === setting ? new Map([...all].filter(([each]) => each !== id)) : all));
    }
  }

  /**
   * Resolves to whether the person confirmed the change and it is stored.
   * @param before what it was when the person began, where that is not what is shown now
   */
  async function set(
    flag: GroupFlag,
    environment: Environment,
    setting: OverrideSetting,
    before = settingOf(flag, environment),
    onRefused?: OnRefused,
  ): Promise<boolean> {
    const who = record.name ?? record.id;
    if (!(await confirm([environment], `“${flag.name}” will change for ${who}`))) return false;
    return store(flag, environment, { setting, before, onRefused });
  }

  return { settingOf, set, known: stored !== undefined };
}

export type Overrides = ReturnType<typeof useOverrides>;
