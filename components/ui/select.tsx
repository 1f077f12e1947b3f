"use client";

import { ChevronsUpDown } from "lucide-react";
import type { ReactElement, ReactNode } from "react";
import { cn } from "@/components/ui/cn";
import { useFieldControl, useFieldLabelId } from "@/components/ui/field";
import { laterPopup } from "@/components/ui/later-popup";
import { controlLook } from "@/components/ui/looks";

export type SelectOption<V extends string> = { value: V; label: ReactNode };

export type SelectProps<V extends string> = {
  options: readonly SelectOption<V>[];
  value?: V | null;
  onValueChange?: (value: V) => void;
  onBlur?: () => void;
  disabled?: boolean;
  mono?: boolean;
  "aria-label"?: string;
  className?: string;
};

export type SelectPopupProps = {
  trigger: ReactElement;
  /** The trigger's id. */
  id: string | undefined;
  options: readonly SelectOption<string>[];
  value: string | null;
  onValueChange: (value: string) => void;
  disabled: boolean | undefined;
  mono: boolean | undefined;
};

const SelectPopup = laterPopup<SelectPopupProps>("listbox", () =>
  import("@/components/ui/select-popup").then((file) => file.SelectPopup),
);

export function Select<V extends string>(props: SelectProps<V>) {
  const { options, value, onValueChange, onBlur, disabled, mono, className } = props;
  const wiring = useFieldControl();
  const labelId = useFieldLabelId();
  const trigger = (
    <button
      type="button"
      aria-labelledby={props["aria-label"] ? undefined : labelId}
      aria-label={props["aria-label"]}
      disabled={disabled}
      onBlur={onBlur}
      {...wiring}
      className={cn(
        controlLook,
        "flex h-8.5 items-center justify-between gap-2 pr-2 pl-2.5 text-left data-popup-open:border-ink-mute touch:h-10",
        mono && "font-mono tracking-tight",
        className,
      )}
    >
      <span className="truncate">{options.find((option) => option.value === value)?.label}</span>
      <ChevronsUpDown aria-hidden className="size-3.5 shrink-0 text-ink-mute" />
    </button>
  );
  return (
    <SelectPopup
      trigger={trigger}
      id={wiring.id}
      options={options}
      value={value ?? null}
      onValueChange={(next) => onValueChange?.(next as V)}
      disabled={disabled}
      mono={mono}
    />
  );
}
