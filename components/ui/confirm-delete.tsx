"use client";

import { type ReactElement, type ReactNode, useRef } from "react";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";

export type ConfirmDeleteProps = {
  /** What kind of thing: "project". */
  what: string;
  name: string;
  /** What goes with it. */
  consequence?: ReactNode;
  onDelete: () => Promise<void>;
  /** What must be typed first; its name, unless said otherwise. */
  typed?: string | false;
  trigger?: ReactElement;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
};

export function ConfirmDelete({
  what,
  name,
  consequence,
  onDelete,
  typed = name,
  ...control
}: ConfirmDeleteProps) {
  const deleted = useRef(false);
  return (
    <ConfirmDialog
      {...control}
      title={`Delete ${what} “${name}”?`}
      description={consequence ?? "This cannot be undone."}
      confirmLabel={`Delete ${what}`}
      onConfirm={async () => {
        await onDelete();
        deleted.current = true;
      }}
      finalFocus={() => !deleted.current || focusPage()}
      {...(typed === false ? {} : { typed })}
    />
  );
}

/** What opened the dialog is about to go, and the focus would fall to the start of the page with it. */
function focusPage(): false {
  requestAnimationFrame(() => document.querySelector("main")?.focus());
  return false;
}
