"use client";

import { Check, X } from "lucide-react";
import { type ReactNode, useDeferredValue, useState } from "react";
import { bucketText } from "@/components/flags/explain-rollout";
import type { Environment } from "@/components/flags/flags-list";
import { EnvironmentChoice } from "@/components/flags/use-it-card";
import { shortValue } from "@/components/flags/value-text";
import type { Group, GroupFlag } from "@/components/groups/groups-list";
import { readMetadata } from "@/components/groups/metadata-text";
import { conditionText, type ShownCondition } from "@/components/targeting/rule-rows";
import { Badge } from "@/components/ui/badge";
import { FormAlert } from "@/components/ui/callout";
import { Field } from "@/components/ui/field";
import { messageOf } from "@/components/ui/form-problem";
import { Textarea } from "@/components/ui/input";
import { useAnswer } from "@/components/ui/queries";
import { explainFlag } from "@/lib/evaluation/explain/contract";
import type { Output } from "@/lib/operations/operation";

export type Explanation = Output<typeof explainFlag>;

export type WhyProps = {
  group: Group;
  flag: GroupFlag;
  environments: readonly Environment[];
  subject: string;
};

/** What a subject gets for the flag as it is saved, and each step on the way to that. */
export function Why({ group, flag, environments, subject }: WhyProps) {
  const [chosen, setChosen] = useState("");
  const [text, setText] = useState("");
  const environment = environments.find(({ id }) => id === chosen) ?? environments[0];
  const context = readMetadata(text);
  return (
    <section aria-label="Why" className="flex min-w-0 flex-col gap-3 rounded-lg border border-line px-4 py-3">
      <h3 className="font-medium text-ink text-sm">
        Why {subject ? <code>{subject}</code> : "anybody"} gets what
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
          hint="What your code says of the subject. A record’s metadata wins."
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
      {environment && "metadata" in context ? (
        <Answer {...{ group, flag, subject }} environmentKey={environment.key} context={context.metadata} />
      ) : null}
    </section>
  );
}

type AnswerProps = Pick<WhyProps, "group" | "flag" | "subject"> & {
  environmentKey: string;
  context: Record<string, unknown>;
};

function Answer({ group, flag, subject, environmentKey, context }: AnswerProps) {
  const asked = useDeferredValue({ subject, context });
  const { data, error } = useExplanation({ group, flag, environmentKey, ...asked });
  if (error) return <FormAlert>{messageOf(error)}</FormAlert>;
  if (!data) return <p className="text-ink-mute text-xs">Asking …</p>;
  return (
    <>
      <p role="status" className="flex min-w-0 flex-wrap items-center gap-2 text-ink-soft text-sm">
        <Badge tone={data.enabled ? "green" : "neutral"} dot>
          {data.enabled ? "On" : "Off"}
        </Badge>
        {flag.type === "boolean" ? null : (
          <span className="min-w-0">
            gets <code className="break-all text-ink text-xs">{shortValue(data.value)}</code> ({data.variant})
          </span>
        )}
        <span>{decisiveText(data)}</span>
      </p>
      <Steps of={data} flag={flag} />
    </>
  );
}

/** Seldom, because a page may ask for many; after each write on it, too. */
const watchMs = 15_000;

/** A flag for one subject as the server decides it. */
export function useExplanation({
  group,
  flag,
  subject,
  ...more
}: Pick<WhyProps, "flag" | "subject"> & {
  group: Pick<Group, "projectId" | "id">;
  environmentKey: string;
  context?: Record<string, unknown>;
}) {
  const place = { projectId: group.projectId, groupId: group.id, groupFlagId: flag.id };
  const input = { ...place, ...(subject && { targetingKey: subject }), ...more };
  return useAnswer(explainFlag, input, { watch: watchMs });
}

/** What decided, in a few words. */
export function decisiveText({ reason, rule, prerequisite, source, rollout }: Explanation): string {
  if (prerequisite) return `because ${prerequisite} is not on for it`;
  if (source === "record" && reason !== "DISABLED" && !rule) return "by the record’s override";
  if (rule) return `by “${rule}”`;
  if (reason === "DISABLED") return "because it is switched off";
  return `by the rollout of ${rollout} %`;
}

/** Each step, with what held and what did not. */
function Steps({ of, flag }: { of: Explanation; flag: GroupFlag }) {
  const { isRecord, prerequisites, override, rules, bucket, targetingKey } = of;
  return (
    <ol aria-label="Steps" className="flex min-w-0 flex-col gap-2 text-ink-soft text-xs">
      {targetingKey === null ? null : (
        <li>
          {isRecord ? "It is a record of the group: its metadata counts." : "The group has no such record."}
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
      {bucket === null ? (
        <li>Without a key, only what is the same for everybody is on.</li>
      ) : (
        <li>
          Bucket {bucketText(bucket / 100)} of the rollout
          {of.variantBucket === null || !flag.variants
            ? ""
            : `, ${bucketText(of.variantBucket / 100)} among variants`}
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
