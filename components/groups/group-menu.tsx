"use client";

import { Copy, Ellipsis, Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { DeleteGroup } from "@/components/groups/delete-group";
import { EditGroup } from "@/components/groups/group-form";
import type { Group } from "@/components/groups/group-types";
import { Button } from "@/components/ui/button";
import { Menu, MenuItem, MenuSeparator } from "@/components/ui/menu";
import { useCopy } from "@/components/ui/use-copy";

export type GroupMenuProps = {
  group: Group;
  /** Address of the list of groups. */
  base: string;
  place: "row" | "page";
};

export function GroupMenu({ group, base, place }: GroupMenuProps) {
  const [opened, setOpened] = useState<"edit" | "delete" | null>(null);
  const copy = useCopy();
  const opens = (what: "edit" | "delete") => ({
    open: opened === what,
    onOpenChange: (open: boolean) => setOpened(open ? what : null),
  });
  return (
    <>
      <Menu
        trigger={
          <Button
            variant={place === "row" ? "ghost" : "secondary"}
            size={place === "row" ? "icon-sm" : "icon"}
            aria-label={`Actions for ${group.name}`}
          >
            <Ellipsis aria-hidden />
          </Button>
        }
      >
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
      </Menu>
      <EditGroup group={group} {...opens("edit")} />
      <DeleteGroup group={group} base={base} {...opens("delete")} />
    </>
  );
}
