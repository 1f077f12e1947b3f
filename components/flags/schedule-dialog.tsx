"use client";

import { Plus, X } from "lucide-react";
import { useState } from "react";
import { get, useFieldArray, useFormContext, useWatch } from "react-hook-form";
import {
  type FlagKind,
  fieldOf,
  isFull,
  nextRow,
  resolverOf,
  type ScheduleKind,
  type ScheduleValues,
  spaced,
  startValues,
  stepsOf,
} from "@/components/flags/schedule-rows";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { FormSelect } from "@/components/ui/form-choices";
import { asSentence } from "@/components/ui/form-problem";
import { FormText } from "@/components/ui/form-text";
import type { LaterDialogProps } from "@/components/ui/later-popup";
import { RecordDialog } from "@/components/ui/record-dialog";
import { RadioSegments } from "@/components/ui/segments";
import { Select } from "@/components/ui/select";

export type ScheduleDialogProps = {
  of: FlagKind;
  /** Where it changes something: "in Production". */
  where: string;
  onCreate: (steps: ReturnType<typeof stepsOf>) => Promise<unknown>;
};

/** Plans one change of a flag, several that follow each other, or its end. */
export function ScheduleDialog({ of, where, onCreate, trigger }: LaterDialogProps<ScheduleDialogProps>) {
  const [rules] = useState(() => resolverOf(of));
  return (
    <RecordDialog<ScheduleValues, unknown>
      title="Schedule a change"
      description={`${where} Times are those of ${timeZone}. It is done in your name, whether you are here or not.`}
      trigger={trigger}
      submitLabel="Schedule"
      form={{
        rules,
        start: startValues("change", Date.now()),
        send: ({ rows }) => onCreate(stepsOf(of, rows)),
        says: () => "Scheduled",
        fieldOf,
      }}
    >
      <KindField />
      <Steps />
    </RecordDialog>
  );
}

const kinds: { value: ScheduleKind; label: string }[] = [
  { value: "change", label: "One change" },
  { value: "ramp", label: "Ramp" },
  { value: "end", label: "End date" },
];

const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

function KindField() {
  const { control, setValue, getValues, clearErrors } = useFormContext<ScheduleValues>();
  const kind = useWatch({ control, name: "kind" });
  function choose(next: ScheduleKind) {
    clearErrors();
    const { rows, every } = startValues(next, Date.now(), getValues("every"));
    setValue("kind", next);
    setValue("every", every);
    setValue("rows", rows);
  }
  return <RadioSegments label="Kind" options={kinds} value={kind} onValueChange={choose} />;
}

const distances = [
  { value: "15", label: "15 minutes" },
  { value: "60", label: "1 hour" },
  { value: "360", label: "6 hours" },
  { value: "1440", label: "1 day" },
  { value: "2880", label: "2 days" },
  { value: "10080", label: "1 week" },
];

function Steps() {
  const { control, formState, getValues, setValue } = useFormContext<ScheduleValues>();
  const { fields, append, remove, replace } = useFieldArray({ control, name: "rows" });
  const kind = useWatch({ control, name: "kind" });
  const every = useWatch({ control, name: "every" });
  const problem: string | undefined = get(formState.errors, "rows.root.message");

  function space(next: string) {
    setValue("every", next);
    replace(spaced(getValues("rows"), next));
  }

  if (kind === "end") {
    return (
      <div className="flex flex-col gap-2">
        <TimeField index={0} label="Turn off at" />
        <p className="text-ink-mute text-xs">
          From then on the flag is off for everybody. It can be turned on again at any time.
        </p>
      </div>
    );
  }
  return (
    <div className="flex min-w-0 flex-col gap-3">
      {kind === "ramp" ? (
        <Field label="Time between steps">
          <Select options={distances} value={every} onValueChange={space} />
        </Field>
      ) : null}
      <ol aria-label="Steps" className="flex flex-col gap-3">
        {fields.map(({ id }, index) => (
          <StepFields
            key={id}
            index={index}
            isOnly={kind === "change"}
            onRemove={fields.length > 1 ? () => remove(index) : undefined}
          />
        ))}
      </ol>
      {problem ? (
        <p role="alert" className="text-red text-xs">
          {asSentence("Steps", problem)}
        </p>
      ) : null}
      {kind === "ramp" ? (
        <Button
          size="sm"
          className="self-start"
          disabled={isFull(fields)}
          onClick={() =>
            append(nextRow(getValues("rows"), every), { focusName: `rows.${fields.length}.share` })
          }
        >
          <Plus aria-hidden />
          Add step
        </Button>
      ) : null}
    </div>
  );
}

const turns = [
  { value: "keep", label: "Leave the switch" },
  { value: "on", label: "Turn on" },
  { value: "off", label: "Turn off" },
];

type StepFieldsProps = { index: number; isOnly: boolean; onRemove: (() => void) | undefined };

function StepFields({ index, isOnly, onRemove }: StepFieldsProps) {
  const of = isOnly ? "" : ` of step ${index + 1}`;
  return (
    <li className="flex min-w-0 flex-col gap-2 rounded-md border border-line px-3 pt-2.5 pb-3">
      <div className="flex items-end gap-1.5">
        <div className="min-w-0 flex-1">
          <TimeField index={index} label={`Time${of}`} />
        </div>
        {onRemove ? (
          <Button variant="ghost" size="icon" aria-label={`Remove step ${index + 1}`} onClick={onRemove}>
            <X aria-hidden />
          </Button>
        ) : null}
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)_7rem] items-start gap-1.5">
        <FormSelect name={`rows.${index}.turn`} label={`Switch${of}`} hideLabel options={turns} />
        <FormText
          name={`rows.${index}.share`}
          label={`Rollout${of}`}
          hideLabel
          inputMode="decimal"
          autoComplete="off"
          placeholder="as it is"
          suffix="%"
        />
      </div>
    </li>
  );
}

const TimeField = ({ index, label }: { index: number; label: string }) => (
  <FormText name={`rows.${index}.at`} label={label} type="datetime-local" />
);
