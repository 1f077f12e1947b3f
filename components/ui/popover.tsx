"use client";

import { Popover as Base } from "@base-ui/react/popover";
import type { ReactElement, ReactNode } from "react";
import { cn } from "@/components/ui/cn";
import { popupLook } from "@/components/ui/popup-look";

export type PopoverProps = {
  title: ReactNode;
  /** A button; it becomes the popover's trigger. */
  trigger: ReactElement;
  align?: "start" | "center" | "end";
  children: ReactNode;
};

/** A small panel beside its trigger, for what is too much for a menu and too little for a dialog. */
export function Popover({ title, trigger, align = "center", children }: PopoverProps) {
  return (
    <Base.Root>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner align={align} sideOffset={4} collisionPadding={8} className="z-50 outline-none">
          <Base.Popup
            className={cn(
              popupLook,
              "max-h-(--available-height) w-72 max-w-(--available-width) overflow-y-auto p-4",
            )}
          >
            <Base.Title className="break-words font-medium text-ink text-sm">{title}</Base.Title>
            {children}
            <Base.Close className="sr-only">Close</Base.Close>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
