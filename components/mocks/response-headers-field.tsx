"use client";

import { Plus, X } from "lucide-react";
import { useRef } from "react";
import { useFieldArray, useFormContext } from "react-hook-form";
import type { AnswerFormValues } from "@/components/mocks/answer-form-values";
import { Button } from "@/components/ui/button";
import { FormAlert } from "@/components/ui/form-alert";
import { FormText } from "@/components/ui/form-text";

/** Rows of name and value. Lives inside the form of an answer. */
export function ResponseHeadersField() {
  const { control, formState } = useFormContext<AnswerFormValues>();
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
      <FormAlert>{errors?.root?.message}</FormAlert>
      {fields.length === 0 ? (
        <p className="text-ink-mute text-xs">
          No custom headers. Content-Type follows the body, and CORS is open to every origin.
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
          <span className="text-ink-mute text-xs">A name given twice is sent twice.</span>
        ) : null}
      </div>
    </fieldset>
  );
}

function HeaderRow({ index, onRemove }: { index: number; onRemove: () => void }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-1.5 max-sm:border-line max-sm:border-b max-sm:pb-2.5 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)_auto]">
      <FormText
        name={`headers.${index}.name`}
        label={`Name of header ${index + 1}`}
        hideLabel
        mono
        placeholder="Name"
      />
      <div className="max-sm:col-start-1 max-sm:row-start-2">
        <FormText
          name={`headers.${index}.value`}
          label={`Value of header ${index + 1}`}
          hideLabel
          mono
          placeholder="Value"
        />
      </div>
      <Button variant="ghost" size="icon" aria-label={`Remove header ${index + 1}`} onClick={onRemove}>
        <X aria-hidden />
      </Button>
    </div>
  );
}
