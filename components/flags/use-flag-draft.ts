"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import type { Flag, FlagRow } from "@/components/flags/flag-rows";
import { useProductionGuard } from "@/components/flags/production-guard";
import { messageOf } from "@/components/ui/form-problem";
import { useToast } from "@/components/ui/toast";
import { updateFlag } from "@/lib/flags/contract";
import { call } from "@/lib/operations/client";

type Settings = Pick<Flag, "enabled" | "rollout">;
type Change = { flag: Flag; to: Partial<Settings & Pick<Flag, "name">> };

/** What the panel of a flag shows and has not saved yet, in all environments that have the flag. */
export function useFlagDraft(row: FlagRow, projectId: string) {
  const [name, setName] = useState(row.name);
  const [drafts, setDrafts] = useState<Record<string, Partial<Settings>>>({});
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [saving, setSaving] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const send = useSend(projectId);
  const confirm = useProductionGuard();

  const flags = [...row.flags.values()];
  const settingsOf = ({ id, enabled, rollout }: Flag): Settings => ({ enabled, rollout, ...drafts[id] });
  const change = ({ id }: Flag, part: Partial<Settings>) =>
    setDrafts((all) => ({ ...all, [id]: { ...all[id], ...part } }));
  const changes = flags.flatMap((flag) => changeOf(flag, settingsOf(flag), name !== row.name ? name : null));

  /** Says whether everything is stored. */
  async function save(): Promise<boolean> {
    const found = problemsOf(changes);
    setErrors(found);
    if (Object.keys(found).length > 0) return false;
    const felt = changes.filter(({ to }) => to.enabled !== undefined || to.rollout !== undefined);
    if (!(await confirm(environmentsOf(felt), `“${row.name}” will change`))) return false;
    setSaving(true);
    setProblem(null);
    try {
      await send(changes, row.name);
      return true;
    } catch (error) {
      setProblem(messageOf(error));
      return false;
    } finally {
      setSaving(false);
    }
  }

  return {
    name,
    setName,
    settingsOf,
    change,
    save,
    saving,
    problem,
    errorOf: (field: string) => errors[field],
    dirty: changes.length > 0,
  };
}

const environmentsOf = (changes: readonly Change[]) => changes.map(({ flag }) => flag.environment);

function changeOf(flag: Flag, settings: Settings, name: string | null): Change[] {
  const to = {
    ...(name !== null && flag.name !== name && { name }),
    ...(settings.enabled !== flag.enabled && { enabled: settings.enabled }),
    ...(settings.rollout !== flag.rollout && { rollout: settings.rollout }),
  };
  return Object.keys(to).length > 0 ? [{ flag, to }] : [];
}

/** By "name" or the id of the flag whose rollout is wrong. */
function problemsOf(changes: readonly Change[]): Record<string, string> {
  const found: Record<string, string> = {};
  for (const { flag, to } of changes) {
    const { error } = updateFlag.body.safeParse(to);
    for (const { path, message } of error?.issues ?? []) {
      found[path[0] === "name" ? "name" : flag.id] = message;
    }
  }
  return found;
}

/** Stores changes one after the other; the message that says so can take them back. */
function useSend(projectId: string) {
  const router = useRouter();
  const toast = useToast();

  async function store(changes: readonly Change[]) {
    try {
      for (const { flag, to } of changes) await call(updateFlag, { projectId, flagId: flag.id, ...to });
    } finally {
      router.refresh();
    }
  }

  async function takeBack(changes: readonly Change[], name: string) {
    try {
      await store(changes.map(({ flag, to }) => ({ flag, to: earlier(flag, to) })));
      toast.success(`“${name}” is as before`);
    } catch (error) {
      toast.error(`“${name}” could not be put back`, { description: messageOf(error) });
    }
  }

  return async (changes: readonly Change[], name: string) => {
    await store(changes);
    toast.success(`“${name}” saved`, { undo: () => void takeBack(changes, name) });
  };
}

function earlier(flag: Flag, to: Change["to"]): Change["to"] {
  return {
    ...(to.name !== undefined && { name: flag.name }),
    ...(to.enabled !== undefined && { enabled: flag.enabled }),
    ...(to.rollout !== undefined && { rollout: flag.rollout }),
  };
}
