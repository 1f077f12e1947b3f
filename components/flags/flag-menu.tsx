"use client";

import { Copy, Ellipsis, Pencil, Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button } from "@/components/ui/button";
import { Menu, MenuItem, MenuSeparator } from "@/components/ui/menu";
import { useCopy } from "@/components/ui/use-copy";

export type FlagMenuProps = {
  flag: { name: string; key: string };
  onOpen: (key: string) => void;
  /** The question before it is deleted. */
  deletion: (open: boolean, onOpenChange: (open: boolean) => void) => ReactNode;
};

/** What can be done to a flag in a table, global or a group's. */
export function FlagMenu({ flag, onOpen, deletion }: FlagMenuProps) {
  const [deleting, setDeleting] = useState(false);
  const copy = useCopy();
  return (
    <>
      <Menu
        trigger={
          <Button variant="ghost" size="icon-sm" aria-label={`Actions for ${flag.name}`}>
            <Ellipsis aria-hidden />
          </Button>
        }
      >
        <MenuItem icon={<Pencil aria-hidden />} onClick={() => onOpen(flag.key)}>
          Edit
        </MenuItem>
        <MenuItem icon={<Copy aria-hidden />} onClick={() => void copy("Key", flag.key)}>
          Copy key
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={<Trash2 aria-hidden />} tone="danger" onClick={() => setDeleting(true)}>
          Delete
        </MenuItem>
      </Menu>
      {deletion(deleting, setDeleting)}
    </>
  );
}
