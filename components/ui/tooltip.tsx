"use client";

import { Tooltip as Base } from "@base-ui/react/tooltip";
import type { ReactElement, ReactNode } from "react";

export type TooltipProps = {
  content: ReactNode;
  side?: "top" | "bottom" | "left" | "right";
  /** One focusable element. It still needs its own accessible name: a tooltip never reaches touch. */
  children: ReactElement;
};

export function Tooltip({ content, side = "top", children }: TooltipProps) {
  return (
    <Base.Root>
      <Base.Trigger render={children} />
      <Base.Portal>
        <Base.Positioner side={side} sideOffset={6} collisionPadding={8} className="z-50">
          <Base.Popup className="max-w-64 rounded-md bg-ink px-2 py-1 text-on-ink text-xs shadow-popup transition-opacity duration-100 data-ending-style:opacity-0 data-starting-style:opacity-0">
            {content}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
