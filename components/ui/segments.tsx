"use client";

import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";
import { chosenLook, segmentsLook } from "@/components/ui/segment-look";

export type Segment<V extends string> = {
  value: V;
  label: ReactNode;
  disabled?: boolean;
  title?: string | undefined;
};

export type SegmentsProps<V extends string> = {
  /** Names the group for screen readers. */
  label: string;
  segments: readonly Segment<V>[];
  value: V | null;
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
    <fieldset className={cn("inline-flex shrink-0", segmentsLook, className)}>
      <legend className="sr-only">{label}</legend>
      {segments.map((segment) => (
        <button
          key={segment.value}
          type="button"
          aria-pressed={segment.value === value}
          disabled={segment.disabled}
          title={segment.title}
          aria-label={segment.title}
          onClick={() => onChange(segment.value)}
          className={cn(
            "h-6.5 rounded-sm px-2.5 text-ink-mute text-xs transition-colors duration-100 not-disabled:hover:text-ink disabled:cursor-not-allowed disabled:opacity-55 touch:h-10 touch:px-3.5 touch:text-sm [&_svg]:size-3.5",
            segment.value === value && chosenLook,
          )}
        >
          {segment.label}
        </button>
      ))}
    </fieldset>
  );
}
