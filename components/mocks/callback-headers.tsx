"use client";

import { Plus, X } from "lucide-react";
import { useRef } from "react";
import { get, useFieldArray, useFormContext } from "react-hook-form";
import { Button } from "@/components/ui/button";
import { FormAlert } from "@/components/ui/callout";
import { FormText } from "@/components/ui/form-text";

/** Rows of name and value of a request's headers. */
export function CallbackHeaders({ within }: { within: string }) {
  const { control, formState } = useFormContext();
  const { fields, append, remove } = useFieldArray({ control, name: `${within}headers` });
  const addButton = useRef<HTMLButtonElement>(null);
  const problem: string | undefined = get(formState.errors, `${within}headers.root.message`);

  function removeRow(at: number) {
    remove(at);
    addButton.current?.focus();
  }

  return (
    <fieldset className="flex min-w-0 flex-col gap-2.5">
      <legend className="mb-1.5 font-medium text-ink text-sm">Headers</legend>
      <FormAlert>{problem}</FormAlert>
      {fields.map(({ id }, at) => (
        <div key={id} className="flex items-start gap-1.5">
          <div className="grid min-w-0 flex-1 gap-1.5 sm:grid-cols-2">
            <FormText
              name={`${within}headers.${at}.name`}
              label="Name"
              hideLabel
              mono
              placeholder="X-Event"
            />
            <FormText name={`${within}headers.${at}.value`} label="Value" hideLabel mono placeholder="paid" />
          </div>
          <Button variant="ghost" onClick={() => removeRow(at)} aria-label={`Remove header ${at + 1}`}>
            <X aria-hidden />
          </Button>
        </div>
      ))}
      <div>
        <Button ref={addButton} size="sm" onClick={() => append({ name: "", value: "" })}>
          <Plus aria-hidden />
          Add header
        </Button>
      </div>
    </fieldset>
  );
}
