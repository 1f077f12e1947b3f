"use client";

import { Switch as Base } from "@base-ui/react/switch";
import { useFieldToggle } from "@/components/ui/field";

export type SwitchProps = Omit<Base.Root.Props, "className" | "render" | "nativeButton">;

/** Label it with `<Field layout="row">` or `aria-label`. On is green: the only state that is shown by a fill. */
export function Switch(props: SwitchProps) {
  const toggle = useFieldToggle();
  return (
    <Base.Root {...toggle} {...props} className="switch">
      <Base.Thumb className="switch-thumb" />
    </Base.Root>
  );
}
