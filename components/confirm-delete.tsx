"use client";

import type { ReactElement, ReactNode } from "react";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";

export type ConfirmDeleteProps = {
  /** What kind of thing: "project". */
  what: string;
  /** Its name; it must be typed unless `typed` is false. */
  name: string;
  /** What goes with it. */
  consequence?: ReactNode;
  onDelete: () => Promise<void>;
  typed?: boolean;
  trigger?: ReactElement;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
};

export function ConfirmDelete({
  what,
  name,
  consequence,
  onDelete,
  typed = true,
  ...control
}: ConfirmDeleteProps) {
  return (
    <ConfirmDialog
      {...control}
      title={`Delete ${what} “${name}”?`}
      description={consequence ?? "This cannot be undone."}
      confirmLabel={`Delete ${what}`}
      onConfirm={onDelete}
      {...(typed ? { typed: name } : {})}
    />
  );
}
