"use client";

import { FileUp } from "lucide-react";
import { createContext, type ReactNode, useContext, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import type { DialogProps } from "@/components/ui/dialog";
import type { Control } from "@/components/ui/row-menu";

/** What an import's dialog gets from its room. */
export type ImportControl = Control & { finalFocus: NonNullable<DialogProps["finalFocus"]> };

const OpenContext = createContext<(opener: HTMLElement) => void>(() => undefined);

type ImportRoomProps = { dialog: (control: ImportControl) => ReactNode; children: ReactNode };

/**
 * A dialog that imports, with the buttons that open it. It belongs to the page, because the button that opened it may go with
 * the empty list.
 */
export function ImportRoom({ dialog, children }: ImportRoomProps) {
  const [open, setOpen] = useState(false);
  const opener = useRef<HTMLElement>(null);
  return (
    <OpenContext
      value={(element) => {
        opener.current = element;
        setOpen(true);
      }}
    >
      {children}
      {dialog({
        open,
        onOpenChange: setOpen,
        finalFocus: () => (opener.current?.isConnected ? opener.current : focusPage()),
      })}
    </OpenContext>
  );
}

function focusPage(): false {
  requestAnimationFrame(() => document.querySelector("main")?.focus());
  return false;
}

/** `isShort`: on narrow screens only the picture is shown. */
export function ImportButton({ isShort = false }: { isShort?: boolean }) {
  const open = useContext(OpenContext);
  return (
    <Button aria-haspopup="dialog" onClick={({ currentTarget }) => open(currentTarget)}>
      <FileUp aria-hidden />
      <span className={isShort ? "max-sm:sr-only" : undefined}>Import</span>
    </Button>
  );
}
