"use client";

import { type ReactNode, useId } from "react";
import { cn } from "@/components/ui/cn";
import { chosenLook, segmentsLook } from "@/components/ui/segment-look";

export type RadioSegment<V extends string> = { value: V; label: ReactNode };

export type RadioSegmentsProps<V extends string> = {
  /** Names the group; read to screen readers. */
  label: string;
  options: readonly RadioSegment<V>[];
  value: V;
  onValueChange: (value: V) => void;
  disabled?: boolean;
  className?: string;
};

/** One of a few values, all in sight. Arrow keys choose, as in every group of radio buttons. */
export function RadioSegments<V extends string>({
  label,
  options,
  value,
  onValueChange,
  disabled,
  className,
}: RadioSegmentsProps<V>) {
  const name = useId();
  return (
    <fieldset disabled={disabled} className={cn("flex min-w-0", segmentsLook, className)}>
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className={cn(
            "relative flex h-7 flex-1 cursor-pointer select-none items-center justify-center rounded-sm px-2.5 text-ink-mute text-xs transition-colors duration-100 hover:text-ink has-checked:font-medium has-focus-visible:outline-2 has-focus-visible:outline-accent touch:h-10 touch:text-sm",
            option.value === value && chosenLook,
          )}
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onValueChange(option.value)}
            className="absolute inset-0 cursor-pointer opacity-0"
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}
