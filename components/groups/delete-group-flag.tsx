"use client";

import { useRouter } from "next/navigation";
import type { Group, GroupFlag } from "@/components/groups/group-types";
import { ConfirmDelete, type ConfirmDeleteProps } from "@/components/ui/confirm-delete";
import { useToast } from "@/components/ui/toast";
import { deleteGroupFlag } from "@/lib/groups/contract";
import { call } from "@/lib/operations/client";

export type DeleteGroupFlagProps = Pick<ConfirmDeleteProps, "open" | "onOpenChange"> & {
  group: Group;
  flag: GroupFlag;
};

export function DeleteGroupFlag({ group, flag, ...control }: DeleteGroupFlagProps) {
  const router = useRouter();
  const toast = useToast();

  async function remove() {
    await call(deleteGroupFlag, {
      projectId: group.projectId,
      groupId: group.id,
      groupFlagId: flag.id,
    });
    toast.success(`Flag “${flag.name}” deleted`);
    router.refresh();
  }

  return (
    <ConfirmDelete
      {...control}
      what="flag"
      name={flag.key}
      consequence={`No record of ${group.name} gets it from then on, and the overrides of it go with it. This cannot be undone.`}
      onDelete={remove}
    />
  );
}
