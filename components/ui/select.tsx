"use client";

import { Select as Base } from "@base-ui/react/select";
import { Check, ChevronsUpDown } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";
import { useFieldControl, useFieldLabelId } from "@/components/ui/field";
import { controlLook, popupItemLook, popupLook } from "@/components/ui/looks";

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

export function Select<V extends string>(props: SelectProps<V>) {
  const { options, onValueChange, onBlur, mono, className } = props;
  const wiring = useFieldControl();
  const labelId = useFieldLabelId();
  return (
    <Base.Root
      items={options}
      value={props.value}
      onValueChange={(value) => (value === null ? undefined : onValueChange?.(value))}
      disabled={props.disabled}
      modal={false}
    >
      <Base.Trigger
        aria-labelledby={props["aria-label"] ? undefined : labelId}
        aria-label={props["aria-label"]}
        onBlur={onBlur}
        {...wiring}
        className={cn(
          controlLook,
          "flex h-8.5 items-center justify-between gap-2 pr-2 pl-2.5 text-left data-popup-open:border-ink-mute touch:h-10",
          mono && "font-mono tracking-tight",
          className,
        )}
      >
        <Base.Value className="truncate" />
        <ChevronsUpDown aria-hidden className="size-3.5 shrink-0 text-ink-mute" />
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner sideOffset={4} alignItemWithTrigger={false} className="z-50 outline-none">
          <Base.Popup
            className={cn(
              popupLook,
              "max-h-(--available-height) min-w-(--anchor-width) max-w-[calc(100vw-1rem)] overflow-y-auto p-1",
            )}
          >
            <Base.List>
              {options.map((option) => (
                <Option key={option.value} option={option} mono={mono} />
              ))}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

function Option<V extends string>({ option, mono }: { option: SelectOption<V>; mono?: boolean | undefined }) {
  return (
    <Base.Item value={option.value} className={cn(popupItemLook, "justify-between pr-2")}>
      <Base.ItemText className={cn("min-w-0 truncate py-1", mono && "font-mono tracking-tight")}>
        {option.label}
      </Base.ItemText>
      <Base.ItemIndicator className="text-accent-ink">
        <Check aria-hidden />
      </Base.ItemIndicator>
    </Base.Item>
  );
}
