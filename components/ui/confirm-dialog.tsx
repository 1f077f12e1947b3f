"use client";

import { type ReactElement, type ReactNode, useRef } from "react";
import { laterPopup } from "@/components/ui/later-popup";
import { useNavigate } from "@/components/ui/navigation";
import { useToast } from "@/components/ui/toast";

export type ConfirmDialogProps = {
  title: ReactNode;
  description?: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  /** While it resolves the dialog waits; if it rejects, the dialog stays and shows the error's message. */
  onConfirm: () => void | Promise<void>;
  trigger?: ReactElement;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  tone?: "danger" | "primary";
  /** Text that must be typed before the action is possible. */
  typed?: string;
  /** Where the focus goes on close; true returns it to the element that opened the dialog. */
  finalFocus?: () => HTMLElement | boolean | null;
  children?: ReactNode;
};

/** Asks for confirmation. */
export const ConfirmDialog = laterPopup<ConfirmDialogProps>("dialog", () =>
  import("@/components/ui/confirm-window").then((file) => file.ConfirmWindow),
);

export type ConfirmDeleteProps = {
  /** What kind of thing: "project". */
  what: string;
  name: string;
  /** What else is deleted with it. */
  consequence?: ReactNode;
  onDelete: () => Promise<unknown>;
  /** The message after the delete. Omit it if something else reports success. */
  done?: string;
  /** The page to open afterwards, if the current page belongs to what is deleted. */
  next?: string | undefined;
  /** Text that must be typed to confirm; the name by default, false for none. */
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
  done,
  next,
  typed = name,
  ...control
}: ConfirmDeleteProps) {
  const toast = useToast();
  const navigate = useNavigate();
  const deleted = useRef(false);
  return (
    <ConfirmDialog
      {...control}
      title={`Delete ${what} “${name}”?`}
      description={consequence ?? "This cannot be undone."}
      confirmLabel={`Delete ${what}`}
      onConfirm={async () => {
        // Before the answer, because the page may let go of what opened this dialog before it lets go of the dialog.
        deleted.current = true;
        try {
          await onDelete();
        } catch (error) {
          deleted.current = false;
          throw error;
        }
        if (done) toast.success(done);
        if (next) navigate(next, { replace: true, unasked: true });
      }}
      finalFocus={() => !deleted.current || focusPage()}
      {...(typed === false ? {} : { typed })}
    />
  );
}

/** The element that opened the dialog is about to be removed, which would send the focus to the start of the page. */
function focusPage(): false {
  requestAnimationFrame(() => document.querySelector("main")?.focus());
  return false;
}
