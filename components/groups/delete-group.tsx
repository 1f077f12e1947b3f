"use client";

import { useRouter } from "next/navigation";
import type { Group } from "@/components/groups/group-types";
import { ConfirmDelete, type ConfirmDeleteProps } from "@/components/ui/confirm-delete";
import { useNavigate } from "@/components/ui/navigation";
import { useToast } from "@/components/ui/toast";
import { deleteGroup } from "@/lib/groups/contract";
import { call } from "@/lib/operations/client";

export type DeleteGroupProps = Pick<ConfirmDeleteProps, "open" | "onOpenChange"> & {
  group: Group;
  /** Address of the list of groups. */
  base: string;
};

/** Asks, deletes the group with all that is in it, and leads to the list. */
export function DeleteGroup({ group, base, ...control }: DeleteGroupProps) {
  const router = useRouter();
  const navigate = useNavigate();
  const toast = useToast();

  async function remove() {
    await call(deleteGroup, { projectId: group.projectId, groupId: group.id });
    toast.success(`Group “${group.name}” deleted`);
    navigate(base, { replace: true });
    router.refresh();
  }

  return (
    <ConfirmDelete
      {...control}
      what="group"
      name={group.name}
      typed={group.key}
      consequence="Its flags, records and overrides go with it. Programs that ask for one of its records get 404 from then on. This cannot be undone."
      onDelete={remove}
    />
  );
}
