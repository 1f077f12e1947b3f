"use client";

import { type ReactNode, useState } from "react";
import type { FieldValues } from "react-hook-form";
import { CodeStep, wantsCode } from "@/components/account/code-step";
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
  const [codeWanted, setCodeWanted] = useState(false);
  const entrance = useFormFrame<V>({
    ...setup,
    done: (answer) => (wantsCode(answer) ? setCodeWanted(true) : window.location.assign(next)),
    discardable: true,
  });
  if (codeWanted) {
    return (
      <CodeStep onSignedIn={() => window.location.assign(next)} onAgain={() => window.location.reload()} />
    );
  }
  return (
    <FormFrame of={entrance} className="flex flex-col gap-4">
      <FormNews of={entrance} />
      {children}
      <FormButton of={entrance} label={label} />
    </FormFrame>
  );
}
