"use client";

import { Switch as Base } from "@base-ui/react/switch";
import { cn } from "@/components/ui/cn";
import { useFieldToggle } from "@/components/ui/field";

export type SwitchProps = Omit<Base.Root.Props, "className" | "render" | "nativeButton">;

/** Label it with `<Field layout="row">` or `aria-label`. On is green: the one place where a state is filled. */
export function Switch(props: SwitchProps) {
  const toggle = useFieldToggle();
  return (
    <Base.Root
      {...toggle}
      {...props}
      className={cn(
        "relative inline-flex h-5 w-8.5 shrink-0 items-center rounded-full bg-edge p-0.5 transition-colors duration-150",
        "after:absolute after:-inset-x-1 after:-inset-y-2.5",
        "data-checked:bg-green-fill data-disabled:cursor-not-allowed data-disabled:opacity-55",
      )}
    >
      <Base.Thumb className="size-4 rounded-full bg-on-fill shadow-raised transition-transform duration-150 ease-out data-checked:translate-x-3.5" />
    </Base.Root>
  );
}
