"use client";

import type { ReactNode } from "react";
import type { FieldValues } from "react-hook-form";
import { FormButton, FormNews } from "@/components/ui/form-end";
import { FormFrame } from "@/components/ui/form-frame";
import { type FormSetup, useFormFrame } from "@/components/ui/use-form-frame";

export type EntranceFormProps<V extends FieldValues> = Pick<
  FormSetup<V, unknown>,
  "rules" | "start" | "send" | "explain"
> & {
  /** The button's label. */
  label: string;
  /** The page to open afterwards. */
  next: string;
  children: ReactNode;
};

/** Starts a session, then loads the next page in full, so that the server sees the session. */
export function EntranceForm<V extends FieldValues>(props: EntranceFormProps<V>) {
  const { label, next, children, ...setup } = props;
  const entrance = useFormFrame<V>({
    ...setup,
    done: () => window.location.assign(next),
    discardable: true,
  });
  return (
    <FormFrame of={entrance} className="flex flex-col gap-4">
      <FormNews of={entrance} />
      {children}
      <FormButton of={entrance} label={label} />
    </FormFrame>
  );
}
