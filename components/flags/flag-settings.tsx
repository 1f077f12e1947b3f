"use client";

import { ChevronRight } from "lucide-react";
import { useId, useState } from "react";
import { Controller, get, useFormContext, useWatch } from "react-hook-form";
import { explainRollout, valuedBy } from "@/components/flags/explain-rollout";
import { variantsText } from "@/components/flags/flag-badges";
import { type FlagValues, onField, rolloutField, valueFieldsOf } from "@/components/flags/flag-form-values";
import type { Flag } from "@/components/flags/flags-list";
import { RolloutField } from "@/components/flags/rollout-field";
import { exactRollout, ruleOf } from "@/components/flags/rollout-share";
import { AnswerLine } from "@/components/flags/subject";
import { ValueSettings } from "@/components/flags/value-settings";
import { knownValues, textsOf } from "@/components/flags/variant-rows";
import { cn } from "@/components/ui/cn";

export type FlagSettingsProps = {
  flag: Flag;
  subject: string;
  /** Whether its values are shown from the start: those of many environments would be a long panel. */
  startsOpen: boolean;
};

/** A flag in one environment: its rollout, its values, and what a subject gets. Must be inside the flag's form. */
export function FlagSettings({ flag, subject, startsOpen }: FlagSettingsProps) {
  const { control, getFieldState, formState } = useFormContext<FlagValues>();
  const names = valueFieldsOf(flag);
  const [on = flag.enabled, rollout = exactRollout(flag), onValue, offValue, variants] = useWatch({
    control,
    name: [onField(flag), rolloutField(flag), names.onValue, names.offValue, names.variants],
  });
  const stored = textsOf(flag);
  const typed =
    flag.type === "boolean"
      ? undefined
      : {
          onValue: onValue ?? stored.onValue,
          offValue: offValue ?? stored.offValue,
          variants: variants ?? stored.variants,
        };
  const known = typed && knownValues(flag.type, typed);
  const rule = ruleOf(on, rollout, flag.salt);
  const valued = known && valuedBy({ type: flag.type, ...known });
  const answer = subject ? explainRollout(rule, subject, valued) : undefined;
  return (
    <>
      <Controller
        control={control}
        name={rolloutField(flag)}
        render={({ field: { value = exactRollout(flag), onChange } }) => (
          <RolloutField
            label={`Rollout in ${flag.environment.name}`}
            value={value}
            onChange={onChange}
            isIgnored={!on}
            marker={answer && { at: answer.bucket, on: answer.on }}
            error={getFieldState(rolloutField(flag), formState).error?.message}
          />
        )}
      />
      {answer ? <AnswerLine subject={subject} answer={answer} /> : null}
      {typed ? (
        <Values flag={flag} startsOpen={startsOpen} summary={variantsText([{ ...flag, ...typed }])} />
      ) : null}
    </>
  );
}

type ValuesProps = { flag: Flag; startsOpen: boolean; summary: string | undefined };

/** The values, folded away so that the panel stays short; but not where something in them is wrong. */
function Values({ flag, startsOpen, summary = "on and off" }: ValuesProps) {
  const { errors } = useFormContext<FlagValues>().formState;
  const [opened, setOpened] = useState(startsOpen);
  const id = useId();
  const names = valueFieldsOf(flag);
  const isFaulty = Object.values(names).some((name) => get(errors, name));
  const isOpen = opened || isFaulty;
  return (
    <div className="-mx-4 -mb-3 border-line border-t">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        aria-label={`Values in ${flag.environment.name}`}
        onClick={() => setOpened(!isOpen)}
        className="flex w-full items-center gap-2 rounded-b-lg px-4 py-2.5 text-left text-ink text-sm hover:bg-hover touch:min-h-11"
      >
        <ChevronRight
          aria-hidden
          className={cn("size-4 shrink-0 text-ink-mute transition-transform", isOpen && "rotate-90")}
        />
        Values
        <span className="ml-auto text-ink-mute text-xs">{summary}</span>
      </button>
      <div id={id} hidden={!isOpen} className="px-4 pt-1 pb-4">
        {isOpen ? <ValueSettings type={flag.type} names={names} /> : null}
      </div>
    </div>
  );
}
