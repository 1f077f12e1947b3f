"use client";

import type { ReactNode } from "react";
import type { FieldValues } from "react-hook-form";
import { Button } from "@/components/ui/button";
import { Form } from "@/components/ui/form";
import { FormAlert } from "@/components/ui/form-alert";
import { type ApiFormOptions, useApiForm } from "@/components/ui/use-api-form";

export type EntranceFormProps<Fields extends FieldValues> = ApiFormOptions<Fields> & {
  /** Of the button. */
  label: string;
  /** Where it leads. */
  next: string;
  children: ReactNode;
};

/** Begins a session, then opens the wanted page anew, so that the server sees the session. */
export function EntranceForm<Fields extends FieldValues>(props: EntranceFormProps<Fields>) {
  const { label, next, children, send, ...options } = props;
  const entrance = useApiForm({
    ...options,
    send: async (fields) => {
      await send(fields);
      window.location.assign(next);
    },
  });
  return (
    <Form of={entrance} className="flex flex-col gap-4">
      <FormAlert>{entrance.problem}</FormAlert>
      {children}
      <Button
        type="submit"
        variant="primary"
        loading={entrance.sending || entrance.accepted}
        className="mt-1"
      >
        {label}
      </Button>
    </Form>
  );
}
