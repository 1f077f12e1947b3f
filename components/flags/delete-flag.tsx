"use client";

import { useRouter } from "next/navigation";
import type { FlagRow } from "@/components/flags/flag-rows";
import { ConfirmDelete } from "@/components/ui/confirm-delete";
import { useToast } from "@/components/ui/toast";
import { deleteFlag } from "@/lib/flags/contract";
import { ApiError, call } from "@/lib/operations/client";

export type DeleteFlagProps = {
  row: FlagRow;
  projectId: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

/** Deletes a flag everywhere. */
export function DeleteFlag({ row, projectId, open, onOpenChange }: DeleteFlagProps) {
  const router = useRouter();
  const toast = useToast();
  const flags = [...row.flags.values()];

  async function remove() {
    try {
      for (const { id } of flags) await removeOne(projectId, id);
      toast.success(`Flag “${row.name}” deleted`);
    } finally {
      router.refresh();
    }
  }

  return (
    <ConfirmDelete
      what="flag"
      name={row.key}
      consequence={`It goes from ${placesOf(flags.map(({ environment }) => environment.name))}. Checks of it answer 404 from then on. This cannot be undone.`}
      open={open}
      onOpenChange={onOpenChange}
      onDelete={remove}
    />
  );
}

/** What is gone already, through another page perhaps, needs no deleting. */
async function removeOne(projectId: string, flagId: string) {
  try {
    await call(deleteFlag, { projectId, flagId });
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error;
  }
}

const list = new Intl.ListFormat("en");
const placesOf = (names: readonly string[]) => list.format(names);
