"use client";

import { Copy, Ellipsis, Trash2 } from "lucide-react";
import { useState } from "react";
import { DeleteRecord, type DeleteRecordProps } from "@/components/groups/delete-record";
import { Button } from "@/components/ui/button";
import { Menu, MenuItem, MenuSeparator } from "@/components/ui/menu";
import { useCopy } from "@/components/ui/use-copy";

export type RecordMenuProps = Omit<DeleteRecordProps, "open" | "onOpenChange"> & { place: "row" | "page" };

export function RecordMenu({ place, ...props }: RecordMenuProps) {
  const [deleting, setDeleting] = useState(false);
  const copy = useCopy();
  const { id, name } = props.record;
  return (
    <>
      <Menu
        trigger={
          <Button
            variant={place === "row" ? "ghost" : "secondary"}
            size={place === "row" ? "icon-sm" : "icon"}
            aria-label={`Actions for ${name ?? id}`}
          >
            <Ellipsis aria-hidden />
          </Button>
        }
      >
        <MenuItem icon={<Copy aria-hidden />} onClick={() => void copy("ID", id)}>
          Copy ID
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={<Trash2 aria-hidden />} tone="danger" onClick={() => setDeleting(true)}>
          Delete record
        </MenuItem>
      </Menu>
      <DeleteRecord {...props} open={deleting} onOpenChange={setDeleting} />
    </>
  );
}
