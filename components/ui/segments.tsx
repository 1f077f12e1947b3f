"use client";

import { type ReactNode, useId } from "react";
import { cn } from "@/components/ui/cn";
import { chosenLook, segmentsLook } from "@/components/ui/looks";

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

/** A few ways to view the same thing, one of them pressed. */
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
          aria-label={typeof segment.label === "string" ? undefined : segment.title}
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

export type RadioSegment<V extends string> = { value: V; label: ReactNode };

export type RadioSegmentsProps<V extends string> = {
  /** Names the group; read to screen readers. */
  label: string;
  options: readonly RadioSegment<V>[];
  value: V;
  onValueChange: (value: V) => void;
  disabled?: boolean;
  /** Without a frame, for a bar that has one. */
  bare?: boolean;
  className?: string;
};

/** One of a few values, all visible. Arrow keys choose, as in every radio group. */
export function RadioSegments<V extends string>({
  label,
  options,
  value,
  onValueChange,
  disabled,
  bare = false,
  className,
}: RadioSegmentsProps<V>) {
  const name = useId();
  return (
    <fieldset disabled={disabled} className={cn("flex min-w-0", !bare && segmentsLook, className)}>
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className={cn(
            "relative flex h-7 cursor-pointer select-none items-center justify-center rounded-sm px-2.5 text-ink-mute text-xs transition-colors duration-100 hover:text-ink has-focus-visible:outline-2 has-focus-visible:outline-accent touch:h-10 touch:text-sm",
            bare
              ? "shrink-0 whitespace-nowrap has-focus-visible:-outline-offset-2 has-checked:bg-hover has-checked:text-ink"
              : "flex-1 has-checked:font-medium",
            !bare && option.value === value && chosenLook,
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
