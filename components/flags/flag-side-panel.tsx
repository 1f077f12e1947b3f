"use client";

import { type ReactNode, useState } from "react";
import { CopyButton } from "@/components/ui/copy-button";
import { SidePanel } from "@/components/ui/side-panel";

export type FlagSidePanelProps<T> = {
  /** The flag to open, "" for none; the panel opens once `item` is that flag. */
  open: string;
  item: T | undefined;
  idOf: (item: T) => string;
  onClose: () => void;
  children: (item: T) => ReactNode;
};

/** A flag beside the list. It stays open when somebody else deletes the flag: its form may hold unsaved changes. */
export function FlagSidePanel<T extends { name: string; key: string }>(props: FlagSidePanelProps<T>) {
  const { open, item, idOf, onClose, children } = props;
  const [shown, setShown] = useState(item);
  if (item && item !== shown) setShown(item);
  return (
    <SidePanel
      open={shown !== undefined && idOf(shown) === open}
      onOpenChange={(next) => (next ? undefined : onClose())}
      onClosed={() => setShown(undefined)}
      title={shown?.name ?? ""}
      description={
        <>
          <code className="min-w-0 break-all text-xs">{shown?.key}</code>
          <CopyButton text={shown?.key ?? ""} what="key" />
        </>
      }
    >
      {shown ? children(shown) : null}
    </SidePanel>
  );
}
