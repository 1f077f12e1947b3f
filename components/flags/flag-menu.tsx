"use client";

import { Copy, Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { ConfirmDelete } from "@/components/ui/confirm-delete";
import { MenuItem, MenuSeparator } from "@/components/ui/menu";
import { RowMenu } from "@/components/ui/row-menu";
import { useCopy } from "@/components/ui/use-copy";

export type FlagMenuProps = {
  flag: { name: string; key: string };
  onOpen: () => void;
  /** What goes with it when it is deleted. */
  consequence: string;
  onDelete: () => Promise<void>;
};

/** What can be done to a flag in a table, global or a group's. */
export function FlagMenu({ flag, onOpen, consequence, onDelete }: FlagMenuProps) {
  const [deleting, setDeleting] = useState(false);
  const copy = useCopy();
  return (
    <>
      <RowMenu name={flag.name} place="row">
        <MenuItem icon={<Pencil aria-hidden />} onClick={onOpen}>
          Edit
        </MenuItem>
        <MenuItem icon={<Copy aria-hidden />} onClick={() => void copy("Key", flag.key)}>
          Copy key
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={<Trash2 aria-hidden />} tone="danger" onClick={() => setDeleting(true)}>
          Delete
        </MenuItem>
      </RowMenu>
      <ConfirmDelete
        what="flag"
        name={flag.key}
        consequence={consequence}
        open={deleting}
        onOpenChange={setDeleting}
        onDelete={onDelete}
      />
    </>
  );
}
