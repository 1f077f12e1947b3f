"use client";

import { Checkbox as Base } from "@base-ui/react/checkbox";
import { Check, Minus } from "lucide-react";
import { cn } from "@/components/ui/cn";
import { useFieldToggle } from "@/components/ui/field";

export type CheckboxProps = Omit<Base.Root.Props, "className" | "render" | "nativeButton">;

/** Label it with `<Field layout="row">` or `aria-label`. */
export function Checkbox(props: CheckboxProps) {
  const toggle = useFieldToggle();
  return (
    <Base.Root
      {...toggle}
      {...props}
      className={cn(
        "relative inline-grid size-4 shrink-0 place-items-center rounded-xs border border-edge bg-surface text-on-ink transition-colors duration-100",
        "after:absolute after:-inset-1 touch:after:-inset-3 touch:size-5",
        "hover:border-ink-mute aria-invalid:border-red data-checked:border-ink data-indeterminate:border-ink data-checked:bg-ink data-indeterminate:bg-ink data-disabled:cursor-not-allowed data-disabled:opacity-55",
      )}
    >
      <Base.Indicator className="grid place-items-center">
        {props.indeterminate ? (
          <Minus aria-hidden className="size-3" strokeWidth={3} />
        ) : (
          <Check aria-hidden className="size-3" strokeWidth={3} />
        )}
      </Base.Indicator>
    </Base.Root>
  );
}
