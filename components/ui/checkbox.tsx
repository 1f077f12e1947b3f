"use client";

import { Checkbox as Base } from "@base-ui/react/checkbox";
import { Check, Minus } from "lucide-react";
import { useFieldToggle } from "@/components/ui/field";

export type CheckboxProps = Omit<Base.Root.Props, "className" | "render" | "nativeButton">;

/** Label it with `<Field layout="row">` or `aria-label`. */
export function Checkbox(props: CheckboxProps) {
  const toggle = useFieldToggle();
  return (
    <Base.Root {...toggle} {...props} className="tick-box">
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
