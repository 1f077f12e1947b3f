"use client";

import type { Environment } from "@/components/flags/flag-rows";
import { useProductionGuard } from "@/components/flags/production-guard";
import type { Group, GroupFlag } from "@/components/groups/group-types";
import { onOff } from "@/components/ui/on-off";
import { useUndoable } from "@/components/ui/use-undoable";
import { updateGroupFlag } from "@/lib/groups/contract";
import { call } from "@/lib/operations/client";

/** Switches what records without an override get, in all environments. Can be undone from the message. */
export function useDefaultSwitch({ projectId, id: groupId }: Group, environments: readonly Environment[]) {
  const confirm = useProductionGuard();
  const { chosen, apply } = useUndoable<boolean>();

  /** As they were just switched, which what is stored follows a little later. */
  const asChosen = (flags: readonly GroupFlag[]): GroupFlag[] =>
    flags.map((flag) => ({ ...flag, defaultEnabled: chosen(flag.id, flag.defaultEnabled) }));

  async function toggle({ id, name }: GroupFlag, on: boolean) {
    if (!(await confirm(environments, `“${name}” will be ${onOff(on)} by default`))) return;
    await apply({
      id,
      before: !on,
      after: on,
      send: (defaultEnabled) =>
        call(updateGroupFlag, { projectId, groupId, groupFlagId: id, defaultEnabled }),
      done: (state) => `“${name}” is ${onOff(state)} by default`,
      failed: (state) => `“${name}” could not be switched ${onOff(state)}`,
    });
  }

  return { asChosen, toggle };
}
