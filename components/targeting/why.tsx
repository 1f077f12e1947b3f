"use client";

import { Check, X } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { bucketText } from "@/components/flags/explain-rollout";
import type { Environment } from "@/components/flags/flags-list";
import { EnvironmentChoice } from "@/components/flags/use-it-card";
import { shortValue } from "@/components/flags/value-text";
import { draftOf, type GroupFlagValues } from "@/components/groups/group-flag-values";
import type { Group, GroupFlag } from "@/components/groups/groups-list";
import { readMetadata } from "@/components/groups/metadata-text";
import { decisiveText, type Explanation, isSwitchedOff } from "@/components/targeting/decisive-text";
import { conditionText, type ShownCondition } from "@/components/targeting/rule-rows";
import { useExplanation } from "@/components/targeting/use-explanation";
import { Badge } from "@/components/ui/badge";
import { FormAlert } from "@/components/ui/callout";
import { Field } from "@/components/ui/field";
import { messageOf } from "@/components/ui/form-problem";
import { Textarea } from "@/components/ui/input";
import { useDebounced } from "@/components/ui/use-debounced";

export type WhyProps = {
  group: Group;
  flag: GroupFlag;
  environments: readonly Environment[];
  subject: string;
};

/** The result of the flag for a subject, as it is in the surrounding form, and each step that led to it. */
export function Why({ group, flag, environments, subject }: WhyProps) {
  const [chosen, setChosen] = useState("");
  const [text, setText] = useState("");
  const { control } = useFormContext<GroupFlagValues>();
  const { fields, todo } = draftOf(flag, useWatch({ control }) as GroupFlagValues);
  const environment = environments.find(({ id }) => id === chosen) ?? environments[0];
  const context = readMetadata(text);
  return (
    <section aria-label="Why" className="flex min-w-0 flex-col gap-3 rounded-lg border border-line px-4 py-3">
      <h3 className="font-medium text-ink text-sm">
        Why {subject ? <code>{subject}</code> : "a caller without a targeting key"} gets this result
      </h3>
      <div className="grid gap-3 sm:grid-cols-2">
        <EnvironmentChoice
          environments={environments}
          value={environment?.id ?? ""}
          onValueChange={setChosen}
        />
        <Field
          label="Context"
          optional
          error={"problem" in context ? `This ${context.problem}` : undefined}
          hint="Attributes that your code sends. A record’s metadata takes precedence."
        >
          <Textarea
            mono
            rows={2}
            placeholder='{"plan": "pro"}'
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </Field>
      </div>
      {todo ? (
        <p role="status" className="flex min-w-0 flex-wrap items-center gap-2 text-ink-soft text-sm">
          <VersionBadge version="draft" />
          {todo} to see the result.
        </p>
      ) : environment && "metadata" in context ? (
        <Answer
          {...{ group, flag }}
          explained={{
            ...fields,
            targetingKey: subject,
            environmentKey: environment.key,
            context: context.metadata,
          }}
        />
      ) : null}
    </section>
  );
}

/** The result follows after this pause in typing. */
const pauseMs = 300;

type AnswerProps = Pick<WhyProps, "group" | "flag"> & { explained: Parameters<typeof useExplanation>[2] };

function Answer({ group, flag, explained }: AnswerProps) {
  const current = JSON.stringify(explained);
  const asked = useDebounced(current, pauseMs);
  const { data, error, isPlaceholderData } = useExplanation(
    group,
    flag,
    JSON.parse(asked) as AnswerProps["explained"],
    { keepPrevious: true },
  );
  if (error) return <FormAlert>{messageOf(error)}</FormAlert>;
  if (!data) return <p className="text-ink-mute text-xs">Loading…</p>;
  return (
    <div aria-busy={isPlaceholderData || asked !== current} className="flex min-w-0 flex-col gap-3">
      <p role="status" className="flex min-w-0 flex-wrap items-center gap-2 text-ink-soft text-sm">
        <VersionBadge version={data.version} />
        <Badge tone={data.enabled ? "green" : "neutral"} dot>
          {data.enabled ? "On" : "Off"}
        </Badge>
        {flag.type === "boolean" ? null : (
          <span className="min-w-0">
            gets <code className="break-all text-ink text-xs">{shortValue(data.value)}</code> ({data.variant})
          </span>
        )}
        <span>{decisiveText(data)}</span>
        {isPlaceholderData ? <span className="text-ink-mute text-xs">Updating…</span> : null}
      </p>
      <Steps of={data} />
    </div>
  );
}

function VersionBadge({ version }: Pick<Explanation, "version">) {
  return version === "draft" ? <Badge tone="amber">Unsaved changes</Badge> : <Badge>Saved version</Badge>;
}

/** Each step, with what held and what did not. */
function Steps({ of }: { of: Explanation }) {
  const { isRecord, prerequisites, override, rules, bucket, targetingKey } = of;
  return (
    <ol aria-label="Steps" className="flex min-w-0 flex-col gap-2 text-ink-soft text-xs">
      {targetingKey === null ? null : (
        <li>
          {isRecord ? "Rules use the metadata of this record." : "This group has no record with this ID."}
        </li>
      )}
      {prerequisites.map(({ flagKey, variant, met }) => (
        <Step key={flagKey} holds={met}>
          needs <code className="text-ink">{flagKey}</code>
          {variant ? ` with ${variant}` : ""}
        </Step>
      ))}
      {override ? (
        <li>
          Override: {override.enabled === null ? "switch inherited" : override.enabled ? "on" : "off"}
          {override.rollout === null ? "" : `, rollout ${override.rollout} %`}
          {override.hasValue ? ", with a value of its own" : ""}
        </li>
      ) : null}
      {rules.map((rule, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rules are in order and may have the same name
        <li key={at} className="flex min-w-0 flex-col gap-1">
          <span className="flex items-center gap-1.5">
            <Mark holds={rule.holds} />
            <span className={rule.decides ? "font-medium text-ink" : ""}>{rule.name}</span>
            {rule.decides ? <Badge tone="blue">decides</Badge> : null}
          </span>
          <ul className="ml-5 flex min-w-0 flex-col gap-0.5">
            {rule.conditions.map((condition, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: conditions may be the same
              <Step key={place} holds={condition.holds}>
                {conditionText(condition as ShownCondition)}
                {condition.segment ? null : (
                  <span className="text-ink-mute">
                    {condition.found === undefined ? ", and has none" : `, and has ${condition.found}`}
                  </span>
                )}
              </Step>
            ))}
          </ul>
        </li>
      ))}
      {isSwitchedOff(of) ? (
        <li>Rollout and rules are ignored while the flag is off.</li>
      ) : bucket === null ? (
        <li>Without a targeting key, variants and percentages below 100% count as off.</li>
      ) : (
        <li>
          Bucket {bucketText(bucket / 100)} of the rollout
          {of.variantBucket === null ? "" : `, ${bucketText(of.variantBucket / 100)} among variants`}
        </li>
      )}
    </ol>
  );
}

function Step({ holds, children }: { holds: boolean; children: ReactNode }) {
  return (
    <li className="flex min-w-0 items-start gap-1.5">
      <Mark holds={holds} />
      <span className="min-w-0 break-words">{children}</span>
    </li>
  );
}

function Mark({ holds }: { holds: boolean }) {
  return holds ? (
    <Check aria-label="holds" className="mt-0.5 size-3.5 shrink-0 text-green" />
  ) : (
    <X aria-label="does not hold" className="mt-0.5 size-3.5 shrink-0 text-ink-mute" />
  );
}
