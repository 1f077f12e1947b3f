"use client";

import { Copy, Pencil } from "lucide-react";
import { historyAction } from "@/components/audit/history-action";
import type { EditGroupProps } from "@/components/groups/group-form";
import { groupHistory } from "@/components/groups/group-history";
import type { Group } from "@/components/groups/groups-list";
import { laterPopup } from "@/components/ui/later-popup";
import { useWrite } from "@/components/ui/queries";
import { deletion, RowMenu } from "@/components/ui/row-menu";
import { deleteGroup } from "@/lib/groups/contract";

const EditGroup = laterPopup<EditGroupProps>("dialog", () =>
  import("@/components/groups/group-form").then((file) => file.EditGroupDialog),
);

export type GroupMenuProps = {
  group: Group;
  /** Address of the list of groups. */
  base: string;
  place: "row" | "page";
};

export function GroupMenu({ group, base, place }: GroupMenuProps) {
  const write = useWrite();
  const { id: groupId, projectId, name, key } = group;
  return (
    <RowMenu
      name={name}
      place={place}
      actions={[
        {
          label: "Edit group",
          icon: Pencil,
          dialog: (control) => <EditGroup group={group} {...control} />,
        },
        { label: "Copy group ID", icon: Copy, copy: ["Group ID", groupId] },
        place === "row" && historyAction(name, groupHistory(group, write)),
        deletion({
          label: "Delete group",
          what: "group",
          name,
          typed: key,
          consequence:
            "Its flags, records and overrides go with it. Programs that ask for one of its records get 404 from then on. It can be put back for 30 seconds.",
          onDelete: () => write(deleteGroup, { projectId, groupId }),
          next: place === "page" ? base : undefined,
        }),
      ]}
    />
  );
}
