"use client";

import type { ReactNode } from "react";
import { useController } from "react-hook-form";

export type RadioChoice<V extends string> = { value: V; label: ReactNode; text: string };

export type FormRadiosProps<V extends string> = {
  /** The field's name in the API. */
  name: string;
  label: string;
  options: readonly RadioChoice<V>[];
};

/** One of a few choices, each with a line that says what it means. Arrow keys choose, as in every radio group. */
export function FormRadios<V extends string>({ name, label, options }: FormRadiosProps<V>) {
  const { value, onChange, onBlur } = useController({ name }).field;
  return (
    <fieldset className="flex min-w-0 flex-col gap-1.5">
      <legend className="mb-1.5 font-medium text-ink text-sm">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className="flex min-w-0 cursor-pointer items-start gap-2.5 rounded-md border border-line px-3 py-2.5 text-sm transition-colors duration-100 hover:border-edge has-focus-visible:outline-2 has-focus-visible:outline-accent has-checked:border-accent"
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            onBlur={onBlur}
            className="mt-0.5 size-4 shrink-0 accent-accent"
          />
          <span className="flex min-w-0 flex-col gap-0.5">
            <span className="font-medium text-ink">{option.label}</span>
            <span className="text-ink-mute text-xs">{option.text}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
