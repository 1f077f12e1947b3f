"use client";

import { Select as Base } from "@base-ui/react/select";
import { Check } from "lucide-react";
import { cn } from "@/components/ui/cn";
import { popupItemLook, popupLook } from "@/components/ui/looks";
import type { SelectOption, SelectPopupProps } from "@/components/ui/select";

/** What a Select opens. */
export function SelectPopup({
  trigger,
  id,
  options,
  value,
  onValueChange,
  disabled,
  mono,
}: SelectPopupProps) {
  return (
    <Base.Root
      items={options}
      value={value}
      onValueChange={(next) => (next === null ? undefined : onValueChange(next))}
      disabled={disabled ?? false}
      modal={false}
    >
      <Base.Trigger id={id} render={trigger} />
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

function Option({ option, mono }: { option: SelectOption<string>; mono: boolean | undefined }) {
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
