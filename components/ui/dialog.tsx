"use client";

import { Dialog as Base } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import { type ReactElement, type ReactNode, useRef } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { SurfaceProvider, useGuardedOpen } from "@/components/ui/navigation";

export type DialogProps = {
  title: ReactNode;
  description?: ReactNode;
  /** The element that opens it; leave out and use `open` to control it. */
  trigger?: ReactElement;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  size?: "sm" | "md" | "lg";
  /** Where the focus goes on close, if the element that opened it may be gone by then. */
  finalFocus?: () => HTMLElement | boolean | null;
  children?: ReactNode;
};

const sizes = { sm: "sm:max-w-sm", md: "sm:max-w-lg", lg: "sm:max-w-2xl" };

/** A modal: centred on wide screens, a bottom sheet on narrow ones. Asks before closing discards unsaved input. */
export function Dialog({
  title,
  description,
  trigger,
  open: given,
  onOpenChange,
  size = "md",
  finalFocus,
  children,
}: DialogProps) {
  const { open, change, surface } = useGuardedOpen(given, onOpenChange);
  const content = useRef<HTMLDivElement>(null);
  // On touch a focused field would bring up the keyboard over half of the dialog.
  const firstField = (opened: string) =>
    opened === "touch"
      ? true
      : (content.current?.querySelector<HTMLElement>("input:not([hidden]), textarea") ?? true);
  return (
    <Base.Root open={open} onOpenChange={change}>
      {trigger ? <Base.Trigger render={trigger} /> : null}
      <Base.Portal>
        <DialogBackdrop />
        <Base.Viewport className={dialogPlace}>
          <Base.Popup
            initialFocus={firstField}
            {...(finalFocus && { finalFocus })}
            className={cn(dialogLook, sizes[size])}
          >
            <DialogHead title={title} className="px-5 pt-4.5">
              {description ? (
                <Base.Description className="mt-1 break-words text-ink-mute text-sm">
                  {description}
                </Base.Description>
              ) : null}
            </DialogHead>
            <div ref={content} className="min-h-0 overflow-y-auto overscroll-contain px-5 pt-4 pb-5">
              <SurfaceProvider value={surface}>{children}</SurfaceProvider>
            </div>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}

type DialogHeadProps = { title: ReactNode; className: string; children: ReactNode };

/** A dialog's title, description and close button. */
export function DialogHead({ title, className, children }: DialogHeadProps) {
  return (
    <div className={cn("flex items-start justify-between gap-4", className)}>
      <div className="min-w-0">
        <Base.Title className="break-words font-semibold text-ink text-lg">{title}</Base.Title>
        {children}
      </div>
      <Base.Close
        aria-label="Close"
        render={<Button variant="ghost" size="icon-sm" className="-mt-0.5 -mr-1.5" />}
      >
        <X aria-hidden />
      </Base.Close>
    </div>
  );
}

export const dialogLook =
  "flex max-h-[calc(100dvh-2rem)] w-full flex-col rounded-t-xl border border-line bg-popup text-ink shadow-popup outline-none transition-[opacity,transform] duration-150 ease-out data-starting-style:translate-y-3 data-ending-style:opacity-0 data-starting-style:opacity-0 sm:rounded-xl";

/** Covers the page. While the dialog fades out, clicks go through to the page, because they are meant for it. */
export const overPage = "fixed inset-0 z-40 data-closed:pointer-events-none";

/** The position of a dialog: centred on wide screens, at the bottom of narrow ones. */
export const dialogPlace = cn(
  overPage,
  "flex items-end justify-center overflow-hidden sm:items-center sm:p-6",
);

export function DialogBackdrop() {
  return (
    <Base.Backdrop
      className={cn(
        overPage,
        "bg-scrim transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0",
      )}
    />
  );
}
