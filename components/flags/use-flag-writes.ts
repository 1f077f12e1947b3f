"use client";

import { useMemo } from "react";
import type { Environment, Flag, FlagRow } from "@/components/flags/flags-list";
import { messageOf } from "@/components/ui/form-problem";
import { useWrite } from "@/components/ui/queries";
import { useToast } from "@/components/ui/toast";
import { createFlag, deleteFlag, updateFlag } from "@/lib/flags/contract";
import { ApiError } from "@/lib/operations/client";

/** The values of a flag for another one; code that reads the key expects the same type everywhere. */
function valuesLike(flag: Flag | undefined) {
  if (!flag || flag.type === "boolean") return {};
  const { type, onValue, offValue, variants, valueSchema } = flag;
  return { type, onValue, offValue, variants, valueSchema };
}

/** Writes to the flags with one key: in one environment, or in all that have it. */
export function useFlagWrites(projectId: string) {
  const write = useWrite();
  const toast = useToast();
  return useMemo(() => {
    const remove = ({ id: flagId }: Pick<Flag, "id">) => write(deleteFlag, { projectId, flagId });

    async function takeAway(flag: Flag) {
      try {
        await remove(flag);
      } catch (error) {
        toast.error(`“${flag.name}” is still in ${flag.environment.name}`, { description: messageOf(error) });
      }
    }

    /** Adds the flag switched off, with the type and the values that it has elsewhere; the success message offers Undo. */
    async function add({ name, key, flags }: FlagRow, environment: Environment) {
      try {
        const flag = { projectId, name, key, environmentKey: environment.key, ...valuesLike(flags[0]) };
        const added = await write(createFlag, flag);
        toast.success(`“${name}” added to ${environment.name}, switched off`, {
          undo: () => void takeAway(added),
        });
      } catch (error) {
        toast.error(`“${name}” could not be added to ${environment.name}`, { description: messageOf(error) });
      }
    }

    const turnAll = ({ flags }: FlagRow, enabled: boolean) =>
      Promise.all(
        flags
          .filter((flag) => flag.enabled !== enabled)
          .map(({ id }) => write(updateFlag, { projectId, flagId: id, enabled }, { patch: { id, enabled } })),
      );

    /** Flags that are gone already, perhaps deleted on another page, are skipped. */
    const removeAll = ({ flags }: FlagRow) =>
      Promise.all(
        flags.map((flag) =>
          remove(flag).catch((error: unknown) => {
            if (!(error instanceof ApiError && error.status === 404)) throw error;
          }),
        ),
      );

    return { add, remove, turnAll, removeAll };
  }, [write, toast, projectId]);
}
