"use client";

import type { ComponentProps } from "react";
import { cn } from "@/components/ui/cn";
import { controlLook } from "@/components/ui/control-look";
import { useFieldControl } from "@/components/ui/field";

export type TextareaProps = ComponentProps<"textarea"> & { mono?: boolean };

export function Textarea({ mono, className, rows = 4, ...props }: TextareaProps) {
  const wiring = useFieldControl();
  return (
    <textarea
      rows={rows}
      spellCheck={mono ? false : undefined}
      {...wiring}
      {...props}
      className={cn(
        controlLook,
        "resize-y px-2.5 py-2 read-only:bg-sunken",
        mono && "font-mono text-xs leading-5",
        className,
      )}
    />
  );
}
