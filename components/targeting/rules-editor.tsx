"use client";

import { ArrowDown, ArrowUp, X } from "lucide-react";
import { useRef } from "react";
import { useFieldArray, useFormContext, useWatch } from "react-hook-form";
import { attributesId, ConditionsEditor } from "@/components/targeting/conditions-editor";
import { hasIdleRules, hasRedundantRules } from "@/components/targeting/is-targeted";
import { RowsFieldset } from "@/components/targeting/rows-fieldset";
import { newRule, type RuleRow } from "@/components/targeting/rule-rows";
import { type SegmentName, useSegments } from "@/components/targeting/use-segments";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { FormSelect } from "@/components/ui/form-choices";
import { FormText } from "@/components/ui/form-text";
import { keyAttribute } from "@/lib/targeting/attributes";
import { rulesMax } from "@/lib/targeting/contract";

type Form = { defaultEnabled: boolean; defaultPercentage: number; rules: RuleRow[] };

/** The rules of a flag in their order. Must be inside the flag's form. */
export function RulesEditor({ projectId }: { projectId: string }) {
  const { control } = useFormContext<Form>();
  const { fields, append, remove, move } = useFieldArray({ control, name: "rules" });
  const segments = useSegments(projectId);
  const addButton = useRef<HTMLButtonElement>(null);

  function removeRule(index: number) {
    remove(index);
    addButton.current?.focus();
  }

  return (
    <RowsFieldset
      name="rules"
      legend="Rules"
      hint={
        fields.length === 0
          ? "Rules turn the flag on by attributes, such as a plan. The rollout above applies to everyone else."
          : "The first matching rule applies. The rollout above applies to everyone else."
      }
      addLabel="Add rule"
      isFull={fields.length >= rulesMax}
      onAdd={() => append(newRule(), { focusName: `rules.${fields.length}.conditions.0.attribute` })}
      addButton={addButton}
      rows={
        <ol aria-label="Rules" className="flex flex-col gap-3 empty:hidden">
          {fields.map(({ id }, index) => (
            <RuleFields
              key={id}
              index={index}
              segments={segments}
              onRemove={() => removeRule(index)}
              onUp={index > 0 ? () => move(index, index - 1) : undefined}
              onDown={index < fields.length - 1 ? () => move(index, index + 1) : undefined}
            />
          ))}
        </ol>
      }
    >
      <datalist id={attributesId}>
        <option value={keyAttribute}>The subject’s key, such as a record’s id</option>
      </datalist>
      <RulesCallout onFixed={() => addButton.current?.focus()} />
    </RowsFieldset>
  );
}

/** Says why the rules have no effect, and offers the change that gives them one. */
function RulesCallout({ onFixed }: { onFixed: () => void }) {
  const { control, setValue } = useFormContext<Form>();
  const [defaultEnabled, defaultPercentage, rules] = useWatch({
    control,
    name: ["defaultEnabled", "defaultPercentage", "rules"],
  });
  const flag = { defaultEnabled, defaultPercentage, rules };
  const isIdle = hasIdleRules(flag);
  if (!isIdle && !hasRedundantRules(flag)) return null;

  function fix() {
    if (isIdle) setValue("defaultEnabled", true, { shouldDirty: true });
    else setValue("defaultPercentage", 0, { shouldDirty: true });
    // The button that had the focus is gone.
    onFixed();
  }

  return (
    <Callout
      tone="warning"
      live
      actions={
        <Button size="sm" onClick={fix}>
          {isIdle ? "Turn on" : "Set rollout to 0%"}
        </Button>
      }
    >
      {isIdle
        ? "This flag is off, so its rules aren’t evaluated."
        : "The rollout is 100%, so the flag is on for everyone and its rules change nothing."}
    </Callout>
  );
}

type RuleFieldsProps = {
  index: number;
  segments: readonly SegmentName[];
  onRemove: () => void;
  onUp: (() => void) | undefined;
  onDown: (() => void) | undefined;
};

function RuleFields({ index, segments, onRemove, onUp, onDown }: RuleFieldsProps) {
  const number = index + 1;
  const name = `rules.${index}`;
  return (
    <li className="flex min-w-0 flex-col gap-3 rounded-md border border-line px-3 pt-2.5 pb-3">
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-1.5">
        <FormText
          name={`${name}.name`}
          label={`Name of rule ${number}`}
          hideLabel
          placeholder={`Rule ${number}`}
          autoComplete="off"
        />
        <span className="flex">
          <Button
            variant="ghost"
            size="icon"
            aria-label={`Move rule ${number} up`}
            disabled={!onUp}
            onClick={onUp}
          >
            <ArrowUp aria-hidden />
          </Button>
          <Button
            variant="ghost"
            size="icon"
            aria-label={`Move rule ${number} down`}
            disabled={!onDown}
            onClick={onDown}
          >
            <ArrowDown aria-hidden />
          </Button>
          <Button variant="ghost" size="icon" aria-label={`Remove rule ${number}`} onClick={onRemove}>
            <X aria-hidden />
          </Button>
        </span>
      </div>
      <ConditionsEditor name={`${name}.conditions`} of={`rule ${number}`} segments={segments} />
      <Served name={name} number={number} />
    </li>
  );
}

/** For how many of those the flag is on, and with which variant. */
function Served({ name, number }: { name: string; number: number }) {
  const variants = (useWatch({ name: "variants" }) as { key: string }[] | undefined) ?? [];
  const chosen = useWatch({ name: `${name}.variant` }) as string;
  const keys = [...new Set([...variants.map(({ key }) => key), chosen])].filter(Boolean);
  return (
    <div className="grid grid-cols-2 items-start gap-1.5">
      <FormText
        name={`${name}.percentage`}
        label={`On for (rule ${number})`}
        inputMode="decimal"
        autoComplete="off"
        suffix="%"
      />
      {keys.length > 0 ? (
        <FormSelect
          name={`${name}.variant`}
          label={`Variant (rule ${number})`}
          options={[{ value: "", label: "By weight" }, ...keys.map((key) => ({ value: key, label: key }))]}
        />
      ) : null}
    </div>
  );
}
