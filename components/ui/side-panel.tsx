"use client";

import { Dialog as Base } from "@base-ui/react/dialog";
import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";
import { DialogBackdrop, DialogHead, overPage } from "@/components/ui/dialog";
import { SurfaceProvider, useGuardedOpen } from "@/components/ui/navigation";

export type SidePanelProps = {
  title: ReactNode;
  description?: ReactNode;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Called after the closing animation. */
  onClosed?: () => void;
  children: ReactNode;
};

/** Details of a list's item: beside the list on wide screens, over the whole of narrow ones. */
export function SidePanel({ title, description, onClosed, children, ...props }: SidePanelProps) {
  const { open, change, surface } = useGuardedOpen(props.open, props.onOpenChange);
  return (
    <Base.Root
      open={open}
      onOpenChange={change}
      onOpenChangeComplete={(next) => (next ? undefined : onClosed?.())}
    >
      <Base.Portal>
        <DialogBackdrop />
        <Base.Viewport className={cn(overPage, "flex justify-end overflow-hidden")}>
          <Base.Popup
            data-side-panel
            className="flex h-full w-full flex-col border-line bg-popup text-ink shadow-popup outline-none transition-transform duration-200 ease-out data-ending-style:translate-x-full data-starting-style:translate-x-full sm:max-w-lg sm:border-l"
          >
            <DialogHead title={title} className="border-line border-b px-5 py-4">
              {description ? (
                <Base.Description
                  render={<div />}
                  className="mt-0.5 flex min-w-0 items-center gap-1 text-ink-mute text-sm"
                >
                  {description}
                </Base.Description>
              ) : null}
            </DialogHead>
            <SurfaceProvider value={surface}>{children}</SurfaceProvider>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}
