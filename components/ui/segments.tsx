"use client";

import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";

export type Segment<V extends string> = { value: V; label: ReactNode; disabled?: boolean; title?: string };

export type SegmentsProps<V extends string> = {
  /** Names the group for screen readers. */
  label: string;
  segments: readonly Segment<V>[];
  value: V;
  onChange: (value: V) => void;
  className?: string;
};

/** A few ways to see the same thing, one of them pressed. */
export function Segments<V extends string>({
  label,
  segments,
  value,
  onChange,
  className,
}: SegmentsProps<V>) {
  return (
    <fieldset className={cn("inline-flex shrink-0 rounded-md border border-line bg-sunken p-0.5", className)}>
      <legend className="sr-only">{label}</legend>
      {segments.map((segment) => (
        <button
          key={segment.value}
          type="button"
          aria-pressed={segment.value === value}
          disabled={segment.disabled}
          title={segment.title}
          onClick={() => onChange(segment.value)}
          className="h-6.5 rounded-sm px-2.5 text-ink-mute text-xs transition-colors duration-100 not-disabled:hover:text-ink disabled:cursor-not-allowed disabled:opacity-55 aria-pressed:bg-surface aria-pressed:text-ink aria-pressed:shadow-raised touch:h-10 touch:px-3.5 touch:text-sm"
        >
          {segment.label}
        </button>
      ))}
    </fieldset>
  );
}
