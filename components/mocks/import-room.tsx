"use client";

import { FileUp } from "lucide-react";
import { createContext, type ReactNode, useContext, useRef, useState } from "react";
import type { ImportDialogProps } from "@/components/mocks/import-dialog";
import { Button } from "@/components/ui/button";
import { laterPopup } from "@/components/ui/later-popup";

const ImportDialog = laterPopup<ImportDialogProps>("dialog", () =>
  import("@/components/mocks/import-dialog").then((file) => file.ImportDialog),
);

const OpenContext = createContext<(opener: HTMLElement) => void>(() => undefined);

type ImportRoomProps = Pick<ImportDialogProps, "projectId" | "base"> & { children: ReactNode };

/** The dialog belongs to the page, because the button that opened it may go with the empty list. */
export function ImportRoom({ projectId, base, children }: ImportRoomProps) {
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
      <ImportDialog
        projectId={projectId}
        base={base}
        open={open}
        onOpenChange={setOpen}
        finalFocus={() => (opener.current?.isConnected ? opener.current : focusPage())}
      />
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
