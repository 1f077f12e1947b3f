"use client";

import { type ReactNode, useEffect } from "react";
import { type TakeOver, useTypedAhead } from "@/components/shell/typed-ahead";
import { laterPopup } from "@/components/ui/later-popup";

export type Command = {
  label: string;
  group: "Found" | "Go to" | "Create" | "Projects" | "Teams" | "Settings";
  /** What tells it apart from others of its name. */
  detail?: string;
  /** More words that find it. */
  keywords?: string;
  icon?: ReactNode;
} & ({ href: string; action?: undefined } | { action: () => void; href?: undefined });

export type CommandMenuProps = {
  commands: readonly Command[];
  /** The project whose things are found too. */
  projectId?: string | undefined;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

export type CommandPaletteProps = CommandMenuProps & { takeOver: TakeOver };

const CommandPalette = laterPopup<CommandPaletteProps>("dialog", () =>
  import("@/components/shell/command-palette").then((file) => file.CommandPalette),
);

/** The palette behind Ctrl-K or ⌘-K; mount it once. */
export function CommandMenu(props: CommandMenuProps) {
  const { open, onOpenChange } = props;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.metaKey || event.ctrlKey) || event.altKey) return;
      // An editor has a use of its own for it.
      if (event.defaultPrevented) return;
      event.preventDefault();
      onOpenChange(!open);
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [open, onOpenChange]);
  const takeOver = useTypedAhead(open, () => onOpenChange(false));
  return <CommandPalette {...props} takeOver={takeOver} />;
}
