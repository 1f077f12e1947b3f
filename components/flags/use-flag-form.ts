"use client";

import { useMemo } from "react";
import {
  changeOf,
  differs,
  earlier,
  type FlagChange,
  type FlagValues,
  fieldsOf,
  flagResolver,
  placeIn,
  type VersionedRow,
  valuesOf,
  versioned,
  withFlag,
} from "@/components/flags/flag-form-values";
import { type Flag, type FlagRow, flagsList } from "@/components/flags/flags-list";
import { useGuardedForm } from "@/components/flags/production-guard";
import { messageOf } from "@/components/ui/form-problem";
import { useSurface } from "@/components/ui/navigation";
import { useWrite } from "@/components/ui/queries";
import { useToast } from "@/components/ui/toast";
import { useFormFrame } from "@/components/ui/use-form-frame";
import { listFlagKeys, updateFlag } from "@/lib/flags/contract";
import { ApiError } from "@/lib/operations/client";

/** The input that reads one row, whatever page of the list it is on. */
export const readFlagKey = (projectId: string, key: string) => ({
  projectId,
  key,
  fields: [...(flagsList.fields ?? [])],
});

/** The form of one flag in all environments. Each environment's changes are saved separately. */
export function useFlagForm(row: FlagRow, projectId: string) {
  const surface = useSurface();
  const store = useStore(projectId);
  const current = useMemo(() => versioned(row), [row]);
  const frame = useFormFrame<FlagValues, VersionedRow>({
    rules: flagResolver(row),
    edited: {
      row: current,
      read: {
        op: listFlagKeys,
        input: readFlagKey(projectId, row.key),
        row: (answer) => (answer as FlagRow[]).map(versioned)[0],
      },
      values: valuesOf,
      fields: fieldsOf(row),
      what: "flag",
    },
    send: (_values, { changed, row: known = current }) =>
      // A flag that was removed from its environment meanwhile has nothing to save.
      store(known, changed((values) => values) as Partial<FlagValues>, row.flags),
    done: () => surface?.close(),
  });
  return useGuardedForm(frame, (values) => ({
    environments: row.flags.filter((flag) => differs(flag, values)).map(({ environment }) => environment),
    change: `“${row.name}” will change`,
  }));
}

type Stored = { flag: Flag; change: FlagChange };

/** Saves flag by flag; the success message offers Undo. */
function useStore(projectId: string) {
  const write = useWrite();
  const toast = useToast();
  const send = ({ id: flagId }: Flag, change: FlagChange, ifMatch?: string) =>
    write(updateFlag, { projectId, flagId, ...change }, { ifMatch });

  async function takeBack(stored: readonly Stored[], name: string) {
    try {
      for (const { flag, change } of stored) await send(flag, earlier(flag, change));
      toast.success(`“${name}” is as before`);
    } catch (error) {
      toast.error(`“${name}” could not be put back`, { description: messageOf(error) });
    }
  }

  return async (known: VersionedRow, changed: Partial<FlagValues>, present: readonly Flag[]) => {
    const stored: Stored[] = [];
    let now = known;
    for (const flag of known.flags) {
      const change = changeOf(flag, changed);
      if (Object.keys(change).length === 0 || !present.some(({ id }) => id === flag.id)) continue;
      try {
        now = withFlag(now, await send(flag, change, flag.updatedAt));
        stored.push({ flag, change });
      } catch (error) {
        throw meaningRow(error, flag, now);
      }
    }
    toast.success(`“${known.name}” saved`, { undo: () => void takeBack(stored, known.name) });
    return { ...now, name: changed.name ?? now.name };
  };
}

/** Turns a refusal of one flag into one of the whole row: a conflict carries all of it, and issues name the form's fields. */
function meaningRow(error: unknown, flag: Flag, row: FlagRow): unknown {
  if (!(error instanceof ApiError)) return error;
  if (error.code !== "changed") {
    const issues = error.issues.map(({ path, message }) => ({ path: placeIn(flag, path), message }));
    return new ApiError(error.message, error.status, error.code, issues, error.retryAfterSeconds);
  }
  const current = withFlag(row, error.current as Flag);
  return new ApiError(error.message, error.status, error.code, error.issues, undefined, current);
}
