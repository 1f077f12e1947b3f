"use client";

import { Plus, X } from "lucide-react";
import { useRef } from "react";
import { useFieldArray, useFormContext } from "react-hook-form";
import type { MockFormValues } from "@/components/mock-form-values";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";

/** Rows of name and value. Lives inside the mock form. */
export function ResponseHeadersField() {
  const { control, formState } = useFormContext<MockFormValues>();
  const { fields, append, remove } = useFieldArray({ control, name: "headers" });
  const addButton = useRef<HTMLButtonElement>(null);
  const errors = formState.errors.headers;

  function removeRow(index: number) {
    remove(index);
    addButton.current?.focus();
  }

  return (
    <fieldset className="flex min-w-0 flex-col gap-2.5">
      <legend className="mb-1.5 font-medium text-ink text-sm">Headers</legend>
      {errors?.root?.message ? (
        <Callout tone="danger" live>
          {errors.root.message}
        </Callout>
      ) : null}
      {fields.length === 0 ? (
        <p className="text-ink-mute text-xs">
          None of your own. The content type follows the body, and CORS is open to every site.
        </p>
      ) : null}
      {fields.map(({ id }, index) => (
        <HeaderRow key={id} index={index} onRemove={() => removeRow(index)} />
      ))}
      <div className="flex flex-wrap items-center gap-3">
        <Button ref={addButton} size="sm" onClick={() => append({ name: "", value: "" })}>
          <Plus aria-hidden />
          Add header
        </Button>
        {fields.length > 1 ? (
          <span className="text-ink-mute text-xs">The same name twice sends the header twice.</span>
        ) : null}
      </div>
    </fieldset>
  );
}

function HeaderRow({ index, onRemove }: { index: number; onRemove: () => void }) {
  const { register, formState } = useFormContext<MockFormValues>();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-1.5 max-sm:border-line max-sm:border-b max-sm:pb-2.5 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)_auto]">
      <Field label={`Name of header ${index + 1}`} hideLabel>
        <Input
          mono
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          placeholder="Name"
          {...register(`headers.${index}.name`)}
        />
      </Field>
      <Field
        label={`Value of header ${index + 1}`}
        hideLabel
        error={formState.errors.headers?.[index]?.value?.message}
        className="max-sm:col-start-1 max-sm:row-start-2"
      >
        <Input
          mono
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          placeholder="Value"
          {...register(`headers.${index}.value`)}
        />
      </Field>
      <Button variant="ghost" size="icon" aria-label={`Remove header ${index + 1}`} onClick={onRemove}>
        <X aria-hidden />
      </Button>
    </div>
  );
}
