"use client";

import { useRouter } from "next/navigation";
import type { Environment, Flag, FlagRow } from "@/components/flags/flag-rows";
import { useProductionGuard } from "@/components/flags/production-guard";
import { messageOf } from "@/components/ui/form-problem";
import { onOff } from "@/components/ui/on-off";
import { useToast } from "@/components/ui/toast";
import { useUndoable } from "@/components/ui/use-undoable";
import { createFlag, deleteFlag, updateFlag } from "@/lib/flags/contract";
import { call } from "@/lib/operations/client";

/** Switches flags where they are, and adds them where they are not. Both can be undone from the message. */
export function useFlagSwitch(projectId: string) {
  const router = useRouter();
  const toast = useToast();
  const confirm = useProductionGuard();
  const { chosen, apply } = useUndoable<boolean>();

  /** As they were just switched, which what is stored follows a little later. */
  const asChosen = (flags: readonly Flag[]): Flag[] =>
    flags.map((flag) => ({ ...flag, enabled: chosen(flag.id, flag.enabled) }));

  async function toggle(flag: Flag, on: boolean) {
    const { id, name, environment } = flag;
    if (!(await confirm([environment], `“${name}” will be ${onOff(on)}`))) return;
    await apply({
      id,
      before: !on,
      after: on,
      send: (enabled) => call(updateFlag, { projectId, flagId: id, enabled }),
      done: (enabled) => `“${name}” is ${onOff(enabled)} in ${environment.name}`,
      failed: (enabled) => `“${name}” could not be switched ${onOff(enabled)} in ${environment.name}`,
    });
  }

  async function add({ name, key }: FlagRow, environment: Environment) {
    try {
      const added = await call(createFlag, { projectId, name, key, environmentKey: environment.key });
      toast.success(`“${name}” added to ${environment.name}, switched off`, {
        undo: () => void remove(added),
      });
    } catch (error) {
      toast.error(`“${name}” could not be added to ${environment.name}`, { description: messageOf(error) });
    }
    router.refresh();
  }

  async function remove(flag: Flag) {
    try {
      await call(deleteFlag, { projectId, flagId: flag.id });
    } catch (error) {
      toast.error(`“${flag.name}” is still in ${flag.environment.name}`, { description: messageOf(error) });
    }
    router.refresh();
  }

  return { asChosen, toggle, add };
}

export type FlagSwitch = ReturnType<typeof useFlagSwitch>;
