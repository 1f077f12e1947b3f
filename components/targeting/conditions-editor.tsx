"use client";

import { Plus, X } from "lucide-react";
import { useRef } from "react";
import { get, useFieldArray, useFormContext, useWatch } from "react-hook-form";
import {
  isAboutSegment,
  operatorOptions,
  takesMany,
  takesNone,
  valuePlaceholder,
} from "@/components/targeting/operator-words";
import { type ConditionRow, newCondition } from "@/components/targeting/rule-rows";
import type { SegmentName } from "@/components/targeting/use-segments";
import { Button } from "@/components/ui/button";
import { FormSelect } from "@/components/ui/form-choices";
import { asSentence } from "@/components/ui/form-problem";
import { FormLines, FormText } from "@/components/ui/form-text";
import { conditionsMax } from "@/lib/targeting/contract";

type Form = Record<string, ConditionRow[]>;
type ConditionsEditorProps = {
  /** The form's field. */
  name: string;
  /** What the conditions are of, for labels: "rule 2". */
  of: string;
  /** Those that a condition may name; undefined where none may be. */
  segments?: readonly SegmentName[] | undefined;
};

/** Rows of an attribute, an operator and values. Must be inside the form that has them. */
export function ConditionsEditor({ name, of, segments }: ConditionsEditorProps) {
  const { control, formState } = useFormContext<Form>();
  const { fields, append, remove } = useFieldArray<Form, string>({ control, name });
  const match = useWatch({ name: name.replace(/conditions$/, "match") }) as "all" | "any";
  const addButton = useRef<HTMLButtonElement>(null);
  const problem: string | undefined = get(formState.errors, `${name}.root.message`);

  function removeRow(index: number) {
    remove(index);
    addButton.current?.focus();
  }

  return (
    <div className="flex min-w-0 flex-col gap-2">
      <ol aria-label={`Conditions of ${of}`} className="flex flex-col gap-2">
        {fields.map(({ id }, index) => (
          <li key={id} className="flex min-w-0 flex-col gap-1">
            {index > 0 ? (
              <span className="text-ink-mute text-xs">{match === "any" ? "or" : "and"}</span>
            ) : null}
            <ConditionFields
              name={`${name}.${index}`}
              label={`condition ${index + 1} of ${of}`}
              segments={segments}
              onRemove={fields.length > 1 ? () => removeRow(index) : undefined}
            />
          </li>
        ))}
      </ol>
      {problem ? (
        <p role="alert" className="text-red text-xs">
          {asSentence("Conditions", problem)}
        </p>
      ) : null}
      <div className="flex flex-wrap items-center gap-2">
        <Button
          ref={addButton}
          size="sm"
          variant="ghost"
          disabled={fields.length >= conditionsMax}
          onClick={() => append(newCondition(), { focusName: `${name}.${fields.length}.attribute` })}
        >
          <Plus aria-hidden />
          Add condition
        </Button>
        {fields.length > 1 ? (
          <div className="w-44">
            <FormSelect
              name={name.replace(/conditions$/, "match")}
              label={`How many conditions of ${of} must hold`}
              hideLabel
              options={matches}
            />
          </div>
        ) : null}
      </div>
    </div>
  );
}

const matches = [
  { value: "all", label: "All must hold" },
  { value: "any", label: "One is enough" },
];

type ConditionFieldsProps = {
  name: string;
  label: string;
  segments: readonly SegmentName[] | undefined;
  onRemove: (() => void) | undefined;
};

function ConditionFields({ name, label, segments, onRemove }: ConditionFieldsProps) {
  const { operator } = useWatch({ name }) as ConditionRow;
  const remove = (
    <Button
      variant="ghost"
      size="icon"
      aria-label={`Remove ${label}`}
      disabled={!onRemove}
      onClick={onRemove}
    >
      <X aria-hidden />
    </Button>
  );
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)_auto] items-start gap-1.5 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto]">
      {isAboutSegment(operator) ? (
        <p className="hidden pt-2 text-ink-mute text-sm sm:block">The subject</p>
      ) : (
        <FormText
          name={`${name}.attribute`}
          label={`Attribute of ${label}`}
          hideLabel
          mono
          placeholder="plan"
          autoComplete="off"
          list={attributesId}
        />
      )}
      <div className="col-start-1 min-w-0 sm:col-start-2">
        <FormSelect
          name={`${name}.operator`}
          label={`Operator of ${label}`}
          hideLabel
          options={operatorOptions(operator, segments !== undefined)}
        />
      </div>
      <div className="col-start-2 row-start-1 sm:col-start-3">{remove}</div>
      <div className="col-span-full min-w-0">
        <Compared {...{ name, label, operator, segments }} />
      </div>
    </div>
  );
}

type ComparedProps = Pick<ConditionFieldsProps, "name" | "label" | "segments"> & { operator: string };

/** What an attribute is compared with. */
function Compared({ name, label, operator, segments }: ComparedProps) {
  if (takesNone(operator)) return null;
  if (isAboutSegment(operator)) {
    return (
      <FormSelect
        name={`${name}.segment`}
        label={`Segment of ${label}`}
        hideLabel
        hint={segments?.length ? undefined : "There are no segments yet. Make one on the page Segments."}
        options={(segments ?? []).map((each) => ({ value: each.key, label: each.name }))}
      />
    );
  }
  const shared = {
    ...{ name: `${name}.values`, label: `Values of ${label}`, hideLabel: true, mono: true },
    ...{ placeholder: valuePlaceholder(operator), autoComplete: "off" },
  };
  return takesMany(operator) ? <FormLines {...shared} rows={2} /> : <FormText {...shared} />;
}

/** Of the list of attributes that fields suggest, where a page has one. */
export const attributesId = "targeting-attributes";
