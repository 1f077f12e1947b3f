"use client";

import { Copy, Pencil } from "lucide-react";
import { deletion, type MenuAction, RowMenu } from "@/components/ui/row-menu";

export type FlagMenuProps = {
  flag: { name: string; key: string };
  onOpen: () => void;
  history: MenuAction;
  /** What else is deleted with the flag. */
  consequence: string;
  onDelete: () => Promise<unknown>;
  /** The message after the flag is deleted. */
  done?: string;
};

/** What can be done to a flag in a table, global or a group's. */
export function FlagMenu({ flag, onOpen, history, ...removal }: FlagMenuProps) {
  return (
    <RowMenu
      name={flag.name}
      place="row"
      actions={[
        { label: "Edit", icon: Pencil, onClick: onOpen },
        { label: "Copy key", icon: Copy, copy: ["Key", flag.key] },
        history,
        deletion({ what: "flag", name: flag.key, ...removal }),
      ]}
    />
  );
}
