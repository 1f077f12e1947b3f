"use client";

import { ChevronsUpDown } from "lucide-react";
import { type ReactElement, type ReactNode, useState } from "react";
import { cn } from "@/components/ui/cn";
import { controlLook } from "@/components/ui/control-look";
import { useFieldControl, useFieldLabelId } from "@/components/ui/field";
import { laterPopup } from "@/components/ui/later-popup";

export type SelectOption<V extends string> = {
  value: V;
  label: ReactNode;
  hint?: ReactNode;
  disabled?: boolean;
};

export type SelectProps<V extends string> = {
  options: readonly SelectOption<V>[];
  value?: V | null;
  defaultValue?: V;
  onValueChange?: (value: V) => void;
  onBlur?: () => void;
  placeholder?: string;
  name?: string;
  disabled?: boolean;
  mono?: boolean;
  size?: "sm" | "md";
  "aria-label"?: string;
  className?: string;
};

export type SelectPopupProps = {
  trigger: ReactElement;
  /** Of the trigger. */
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
  const { options, onValueChange, onBlur, placeholder = "Choose…", mono, size = "md", className } = props;
  const wiring = useFieldControl();
  const labelId = useFieldLabelId();
  const [own, setOwn] = useState<V | null>(props.defaultValue ?? null);
  const value = props.value === undefined ? own : props.value;
  const chosen = options.find((option) => option.value === value);
  const trigger = (
    <button
      type="button"
      aria-labelledby={props["aria-label"] ? undefined : labelId}
      aria-label={props["aria-label"]}
      disabled={props.disabled}
      onBlur={onBlur}
      {...wiring}
      className={cn(
        controlLook,
        "flex items-center justify-between gap-2 pr-2 pl-2.5 text-left data-popup-open:border-ink-mute touch:h-10",
        size === "sm" ? "h-7 text-xs" : "h-8.5",
        mono && "font-mono tracking-tight",
        className,
      )}
    >
      <span className={cn("truncate", !chosen && "text-ink-mute")}>{chosen?.label ?? placeholder}</span>
      <ChevronsUpDown aria-hidden className="size-3.5 shrink-0 text-ink-mute" />
    </button>
  );
  return (
    <>
      <SelectPopup
        trigger={trigger}
        id={wiring.id}
        options={options}
        value={value}
        onValueChange={(next) => {
          setOwn(next as V);
          onValueChange?.(next as V);
        }}
        disabled={props.disabled}
        mono={mono}
      />
      {props.name ? <input type="hidden" name={props.name} value={value ?? ""} /> : null}
    </>
  );
}
