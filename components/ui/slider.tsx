"use client";

import { Slider as Base } from "@base-ui/react/slider";
import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";

export type SliderProps = {
  value: number;
  onValueChange: (value: number) => void;
  min?: number;
  max?: number;
  /** What arrow keys move by; Page Up and Page Down move by ten of them. */
  step?: number;
  disabled?: boolean;
  "aria-label": string;
  /** How a screen reader says the value. */
  valueText?: (value: number) => string;
  /** Marks on the track, placed by `left` in percent of its width. */
  children?: ReactNode;
  className?: string;
};

/** A slider. Put a number field beside it for exact values. */
export function Slider({
  value,
  onValueChange,
  min = 0,
  max = 100,
  step = 1,
  disabled,
  valueText,
  children,
  className,
  ...label
}: SliderProps) {
  return (
    <Base.Root
      value={value}
      onValueChange={(next) => onValueChange(next)}
      min={min}
      max={max}
      step={step}
      largeStep={step * 10}
      disabled={disabled ?? false}
      className={cn("min-w-0 flex-1 data-disabled:opacity-55", className)}
    >
      <Base.Control className="flex h-8.5 touch-none select-none items-center px-2 touch:h-10">
        <Base.Track className="relative h-1.5 w-full rounded-full bg-line">
          <Base.Indicator className="rounded-full bg-ink" />
          {children}
          <Base.Thumb
            aria-label={label["aria-label"]}
            getAriaValueText={valueText ? (_, next) => valueText(next) : null}
            className="size-4 rounded-full border border-ink bg-surface shadow-raised transition-[scale] duration-100 after:absolute after:-inset-3 after:content-[''] has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2 data-dragging:scale-110"
          />
        </Base.Track>
      </Base.Control>
    </Base.Root>
  );
}
