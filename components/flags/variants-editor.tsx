"use client";

import { Plus, X } from "lucide-react";
import { type KeyboardEvent, useRef } from "react";
import { get, useFieldArray, useFormContext, useWatch } from "react-hook-form";
import { percentFrom, stepped } from "@/components/flags/rollout-share";
import { ValueField } from "@/components/flags/value-field";
import { evenWeights, nextRow, sumOf, type VariantRow } from "@/components/flags/variant-rows";
import { Button } from "@/components/ui/button";
import { FormText } from "@/components/ui/form-text";
import { type FlagType, variantsMax } from "@/lib/flag-values/contract";

type Form = Record<string, VariantRow[]>;
type VariantsEditorProps = {
  /** The form's field. */
  name: string;
  type: FlagType;
  /** The field with the value that variants begin with. */
  onValue: string;
};

/** What those get whom a flag is on for: rows of a key, a value and a share. Must be inside the flag's form. */
export function VariantsEditor({ name, type, onValue }: VariantsEditorProps) {
  const { control, formState, getValues, setValue } = useFormContext<Form>();
  const { fields, append, remove } = useFieldArray<Form, string>({ control, name });
  const rows = useWatch({ control, name }) ?? [];
  const addButton = useRef<HTMLButtonElement>(null);
  const problem: string | undefined = get(formState.errors, `${name}.root.message`);

  function add() {
    const value = getValues(onValue) as unknown as string;
    append(nextRow(rows, value), { focusName: `${name}.${rows.length}.key` });
  }

  function removeRow(index: number) {
    remove(index);
    addButton.current?.focus();
  }

  function split() {
    const even = evenWeights(rows.length);
    const next = rows.map((row, at) => ({ ...row, weight: even[at] ?? "" }));
    setValue(name, next, { shouldDirty: true, shouldValidate: formState.isSubmitted });
  }

  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="mb-1.5 font-medium text-ink text-sm">Variants</legend>
      {fields.length === 0 ? (
        <p className="text-ink-mute text-xs">No variants: everybody it is on for gets the on value.</p>
      ) : (
        <ol aria-label="Variants" className="flex flex-col gap-3">
          {fields.map(({ id }, index) => (
            <VariantFields key={id} {...{ name, type, index }} onRemove={() => removeRow(index)} />
          ))}
        </ol>
      )}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Button ref={addButton} size="sm" disabled={fields.length >= variantsMax} onClick={add}>
          <Plus aria-hidden />
          Add variant
        </Button>
        {fields.length > 1 ? (
          <Button size="sm" variant="ghost" onClick={split}>
            Split evenly
          </Button>
        ) : null}
        {fields.length > 0 ? <Sum of={rows} problem={problem} /> : null}
      </div>
    </fieldset>
  );
}

/** What the weights come to, in red until that is everybody; and what else is wrong with all of them. */
function Sum({ of, problem }: { of: readonly VariantRow[]; problem: string | undefined }) {
  const sum = sumOf(of);
  const isWhole = sum === 100;
  return (
    <>
      <p
        role={problem && !isWhole ? "alert" : "status"}
        className={isWhole ? "text-ink-mute text-xs" : "text-red text-xs"}
      >
        {Number.isNaN(sum) ? "A weight is no percentage" : `Sum ${sum} %`}
        {isWhole || Number.isNaN(sum) ? "" : ", must be 100 %"}
      </p>
      {problem && isWhole ? (
        <p role="alert" className="w-full text-red text-xs">
          Variants {problem}
        </p>
      ) : null}
    </>
  );
}

type VariantFieldsProps = { name: string; type: FlagType; index: number; onRemove: () => void };

function VariantFields({ name, type, index, onRemove }: VariantFieldsProps) {
  const { getValues, setValue, trigger, formState } = useFormContext();
  const number = index + 1;
  const weight = `${name}.${index}.weight`;

  function step(event: KeyboardEvent) {
    const by = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const from = percentFrom(getValues(weight)) || 0;
    setValue(weight, String(stepped(from, from + by)), { shouldDirty: true });
    // A weight may be right by itself while the sum is not.
    if (formState.isSubmitted) void trigger(name);
  }

  return (
    <li className="flex min-w-0 flex-col gap-2 rounded-md border border-line px-3 pt-2.5 pb-3">
      <div className="grid grid-cols-[minmax(0,1fr)_6.5rem_auto] items-start gap-1.5">
        <FormText
          name={`${name}.${index}.key`}
          label={`Key of variant ${number}`}
          hideLabel
          mono
          placeholder="key"
        />
        <FormText
          name={weight}
          label={`Weight of variant ${number}`}
          hideLabel
          inputMode="decimal"
          autoComplete="off"
          suffix="%"
          onKeyDown={step}
        />
        <Button variant="ghost" size="icon" aria-label={`Remove variant ${number}`} onClick={onRemove}>
          <X aria-hidden />
        </Button>
      </div>
      <ValueField name={`${name}.${index}.value`} label={`Value of variant ${number}`} type={type} isDense />
    </li>
  );
}
