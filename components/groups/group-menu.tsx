"use client";

import { Copy, Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import type { EditGroupProps } from "@/components/groups/group-form";
import type { Group } from "@/components/groups/groups-list";
import { ConfirmDelete } from "@/components/ui/confirm-delete";
import { laterPopup } from "@/components/ui/later-popup";
import { MenuItem, MenuSeparator } from "@/components/ui/menu";
import { useNavigate } from "@/components/ui/navigation";
import { useWrite } from "@/components/ui/queries";
import { RowMenu } from "@/components/ui/row-menu";
import { useCopy } from "@/components/ui/use-copy";
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
  const [opened, setOpened] = useState<"edit" | "delete" | null>(null);
  const copy = useCopy();
  const navigate = useNavigate();
  const write = useWrite();
  const opens = (what: "edit" | "delete") => ({
    open: opened === what,
    onOpenChange: (open: boolean) => setOpened(open ? what : null),
  });

  async function remove() {
    await write(deleteGroup, { projectId: group.projectId, groupId: group.id });
    if (place === "page") navigate(base, { replace: true, unasked: true });
  }

  return (
    <>
      <RowMenu name={group.name} place={place}>
        <MenuItem icon={<Pencil aria-hidden />} onClick={() => setOpened("edit")}>
          Edit group
        </MenuItem>
        <MenuItem icon={<Copy aria-hidden />} onClick={() => void copy("Group ID", group.id)}>
          Copy group ID
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={<Trash2 aria-hidden />} tone="danger" onClick={() => setOpened("delete")}>
          Delete group
        </MenuItem>
      </RowMenu>
      <EditGroup group={group} {...opens("edit")} />
      <ConfirmDelete
        what="group"
        name={group.name}
        typed={group.key}
        consequence="Its flags, records and overrides go with it. Programs that ask for one of its records get 404 from then on. It can be put back for 30 seconds."
        onDelete={remove}
        {...opens("delete")}
      />
    </>
  );
}
