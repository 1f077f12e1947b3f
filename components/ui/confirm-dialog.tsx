"use client";

import type { ReactElement, ReactNode } from "react";
import { laterPopup } from "@/components/ui/later-popup";

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
  /** Where the focus goes at the end; true is back to what opened the dialog. */
  finalFocus?: () => HTMLElement | boolean | null;
  children?: ReactNode;
};

/** A question before something is done. */
export const ConfirmDialog = laterPopup<ConfirmDialogProps>("dialog", () =>
  import("@/components/ui/confirm-window").then((file) => file.ConfirmWindow),
);
