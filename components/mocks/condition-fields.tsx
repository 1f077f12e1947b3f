"use client";

import { Plus, X } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { get, useController, useFieldArray, useFormContext, useWatch } from "react-hook-form";
import {
  type ConditionRow,
  emptyCondition,
  isNamed,
  operatorOf,
  type Source,
} from "@/components/mocks/condition-values";
import { comparisonWords, kindWords, sourceWords } from "@/components/mocks/condition-words";
import type { MockFormValues } from "@/components/mocks/mock-form-values";
import { Button } from "@/components/ui/button";
import { FormAlert } from "@/components/ui/callout";
import { Checkbox } from "@/components/ui/checkbox";
import { cn } from "@/components/ui/cn";
import { Field } from "@/components/ui/field";
import { FormSelect } from "@/components/ui/form-choices";
import { FormLines, FormText } from "@/components/ui/form-text";
import { RadioSegments } from "@/components/ui/segments";
import { responseLimits } from "@/lib/mocks/responses/contract";

type Within = { within: `responses.${number}.` };

/** When a response is given. Must be inside the mock form. */
export function ConditionsField({ within }: Within) {
  const { control, formState } = useFormContext<MockFormValues>();
  const name = `${within}conditions` as const;
  const { fields, append, remove } = useFieldArray({ control, name });
  const addButton = useRef<HTMLButtonElement>(null);

  function removeRow(index: number) {
    remove(index);
    addButton.current?.focus();
  }

  return (
    <fieldset className="flex min-w-0 flex-col gap-2.5">
      <legend className="mb-1.5 font-medium text-ink text-sm">Conditions</legend>
      <FormAlert>{get(formState.errors, `${name}.root.message`)}</FormAlert>
      {fields.length === 0 ? (
        <p className="text-ink-mute text-xs">No conditions, so it is given for every request.</p>
      ) : null}
      {fields.length > 1 ? <MatchChoice within={within} /> : null}
      {fields.map(({ id }, index) => (
        <Condition
          key={id}
          within={`${name}.${index}`}
          number={index + 1}
          onRemove={() => removeRow(index)}
        />
      ))}
      <div>
        <Button
          ref={addButton}
          size="sm"
          disabled={fields.length >= responseLimits.conditionsOfOne}
          onClick={() => append(emptyCondition(), { focusName: `${name}.${fields.length}.name` })}
        >
          <Plus aria-hidden />
          Add condition
        </Button>
      </div>
    </fieldset>
  );
}

const matches = [
  { value: "all", label: "All of them hold" },
  { value: "any", label: "Any of them holds" },
] as const;

function MatchChoice({ within }: Within) {
  const { field } = useController<MockFormValues, `responses.${number}.match`>({ name: `${within}match` });
  return (
    <RadioSegments
      label="How many of the conditions"
      options={matches}
      value={field.value}
      onValueChange={field.onChange}
      className="w-full max-w-80"
    />
  );
}

const sources = (Object.keys(sourceWords) as Source[]).map((value) => ({ value, label: sourceWords[value] }));
const comparisons = Object.entries(comparisonWords).map(([value, label]) => ({ value, label }));

const namePlaceholders: Record<Source, string> = {
  query: "page",
  path: "id",
  header: "Accept",
  cookie: "session",
  json: "user.name, or all of it",
  form: "email",
  body: "",
  method: "",
};

type ConditionPath = `responses.${number}.conditions.${number}`;
type ConditionProps = { within: ConditionPath; number: number; onRemove: () => void };

function Condition({ within, number, onRemove }: ConditionProps) {
  const row: ConditionRow | undefined = useWatch<MockFormValues, ConditionPath>({ name: within });
  // It was removed, and the list does not know yet.
  if (!row) return null;
  return (
    <fieldset
      aria-label={`Condition ${number}`}
      className="grid min-w-0 grid-cols-[minmax(0,1fr)_auto] gap-1.5 rounded-md bg-sunken p-2.5"
    >
      <div className="grid min-w-0 content-start gap-1.5 sm:grid-cols-[7.5rem_minmax(0,1fr)_9.5rem]">
        <div className={cn("min-w-0", !isNamed(row.in) && "sm:col-span-2")}>
          <FormSelect name={`${within}.in`} label="Looks at" hideLabel options={sources} />
        </div>
        {isNamed(row.in) ? (
          <FormText
            name={`${within}.name`}
            label="Name"
            hideLabel
            mono
            placeholder={namePlaceholders[row.in]}
          />
        ) : null}
        <FormSelect name={`${within}.comparison`} label="Comparison" hideLabel options={comparisons} />
        <div className="min-w-0 sm:col-span-3">
          <ConditionValue within={within} row={row} />
        </div>
      </div>
      <Button variant="ghost" size="icon" aria-label={`Remove condition ${number}`} onClick={onRemove}>
        <X aria-hidden />
      </Button>
    </fieldset>
  );
}

function ConditionValue({ within, row }: { within: ConditionPath; row: ConditionRow }) {
  const { operator } = operatorOf(row.comparison);
  if (operator === "exists") return null;
  const field = { name: `${within}.value`, label: "Value", hideLabel: true, mono: true };
  const input =
    operator === "oneOf" ? (
      <FormLines {...field} rows={3} placeholder={"1\n2"} hint={hintOf(row)} />
    ) : (
      <FormText {...field} placeholder={operator === "matches" ? "^[0-9]+$" : "Value"} hint={hintOf(row)} />
    );
  return (
    <div className="grid gap-1.5 sm:grid-cols-[minmax(0,1fr)_auto] sm:gap-3">
      {input}
      <IgnoreCase name={`${within}.ignoreCase`} />
    </div>
  );
}

/** How the value is read. */
function hintOf({ in: source, comparison, value }: ConditionRow): ReactNode {
  const { operator } = operatorOf(comparison);
  if (operator === "oneOf")
    return source === "json" ? "One on each line, as JSON or as it is." : "One on each line.";
  if (operator === "matches")
    return "A regular expression (RE2) that is found anywhere in it, or with ^ and $ is all of it.";
  return source === "json" ? `Read as ${kindWords(value)}.` : undefined;
}

function IgnoreCase({ name }: { name: `${ConditionPath}.ignoreCase` }) {
  const { value, onChange, onBlur, ref } = useController<MockFormValues, typeof name>({ name }).field;
  return (
    <Field layout="row" label="Ignore case" className="sm:pt-1.5">
      <Checkbox ref={ref} checked={value} onCheckedChange={onChange} onBlur={onBlur} />
    </Field>
  );
}
