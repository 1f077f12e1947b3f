"use client";

import { Dialog as Base } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { DialogBackdrop, overPage } from "@/components/ui/dialog";
import { SurfaceProvider, useGuardedOpen } from "@/components/ui/navigation";

export type SidePanelProps = {
  title: ReactNode;
  description?: ReactNode;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Once it is out of sight. */
  onClosed?: () => void;
  children: ReactNode;
};

/** Details of one thing of a list beside the list: on the right of wide screens, the whole of narrow ones. */
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
            <header className="flex items-start justify-between gap-4 border-line border-b px-5 py-4">
              <div className="min-w-0">
                <Base.Title className="break-words font-semibold text-ink text-lg">{title}</Base.Title>
                {description ? (
                  <Base.Description
                    render={<div />}
                    className="mt-0.5 flex min-w-0 items-center gap-1 text-ink-mute text-sm"
                  >
                    {description}
                  </Base.Description>
                ) : null}
              </div>
              <Base.Close
                aria-label="Close"
                render={<Button variant="ghost" size="icon-sm" className="-mt-0.5 -mr-1.5" />}
              >
                <X aria-hidden />
              </Base.Close>
            </header>
            <SurfaceProvider value={surface}>{children}</SurfaceProvider>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}
