"use client";

import { useDeferredValue, useId, useState } from "react";
import { bucketText } from "@/components/flags/explain-rollout";
import type { Environment } from "@/components/flags/flags-list";
import { EnvironmentChoice } from "@/components/flags/use-it-card";
import { shortValue } from "@/components/flags/value-text";
import type { Group, GroupFlag } from "@/components/groups/groups-list";
import {
  explainOverride,
  inherits,
  isOverridden,
  type OverrideSetting,
  placeId,
} from "@/components/groups/override-setting";
import { useSettings } from "@/components/groups/use-overrides";
import { isTargeted } from "@/components/targeting/is-targeted";
import type { TargetedAnswerProps } from "@/components/targeting/targeted-answer";
import { Badge } from "@/components/ui/badge";
import { FormAlert } from "@/components/ui/callout";
import { Card } from "@/components/ui/card";
import { Field } from "@/components/ui/field";
import { messageOf } from "@/components/ui/form-problem";
import { Input } from "@/components/ui/input";
import { laterComponent } from "@/components/ui/later";
import { useAnswer } from "@/components/ui/queries";
import { getRecord } from "@/lib/records/contract";
import { listRecords } from "@/lib/records/many/contract";

const TargetedAnswer = laterComponent<TargetedAnswerProps>(() =>
  import("@/components/targeting/targeted-answer").then((file) => file.TargetedAnswer),
);

export type WhoGetsItProps = {
  group: Group;
  /** The flags on the page. */
  flags: readonly GroupFlag[];
  environments: readonly Environment[];
  subject: string;
  onSubject: (subject: string) => void;
};

/** The results of a group's flags for one record, existing or not, in one environment. */
export function WhoGetsIt({ group, flags, environments, subject, onSubject }: WhoGetsItProps) {
  const listId = useId();
  const [chosen, setEnvironmentId] = useState("");
  const environmentId = chosen || (environments[0]?.id ?? "");
  const { suggestions, known } = useRecords(group, subject);
  const { data: settings, error } = useSettings(group.projectId, known ? subject : "", flags);
  return (
    <Card
      title="Who gets it?"
      description="Try a record: the same id always lies in the same bucket of a flag."
    >
      <div className="flex flex-col gap-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Record ID">
            <Input
              mono
              placeholder="tenant-1"
              maxLength={128}
              list={listId}
              value={subject}
              onChange={(event) => onSubject(event.target.value.trim())}
            />
          </Field>
          <EnvironmentChoice
            environments={environments}
            value={environmentId}
            onValueChange={setEnvironmentId}
          />
        </div>
        <datalist id={listId}>
          {suggestions.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </datalist>
        <FormAlert>{error ? messageOf(error) : null}</FormAlert>
        {subject ? (
          <>
            <p role="status" className="text-ink-mute text-sm">
              {known
                ? `${subject} gets, with its overrides:`
                : `${group.name} has no record ${subject} yet. By the defaults it would get:`}
            </p>
            <Answers
              flags={flags}
              subject={subject}
              projectId={group.projectId}
              environment={environments.find(({ id }) => id === environmentId)}
              settingOf={(flag) => settings?.get(placeId(flag.id, environmentId)) ?? inherits}
            />
          </>
        ) : null}
      </div>
    </Card>
  );
}

const suggestionsMax = 20;

/** Records whose id or name contains what was typed, and whether one has exactly this id. */
function useRecords({ projectId, id: groupId }: Group, subject: string) {
  const typed = useDeferredValue(subject);
  const isId = /^[\w-]{1,128}$/.test(subject);
  const { data: suggestions = [] } = useAnswer(
    listRecords,
    { projectId, groupId, limit: suggestionsMax, sort: "id", fields: ["id", "name"], q: typed },
    { enabled: isId && typed === subject },
  );
  const isSuggested = suggestions.some(({ id }) => id === subject);
  // The exact match may not be among the suggestions.
  const { data: found } = useAnswer(
    getRecord,
    { projectId, groupId, recordId: subject },
    { enabled: isId && !isSuggested && suggestions.length === suggestionsMax },
  );
  return { suggestions, known: isSuggested || found?.id === subject };
}

type AnswersProps = {
  projectId: string;
  environment: Environment | undefined;
  flags: readonly GroupFlag[];
  subject: string;
  settingOf: (flag: GroupFlag) => OverrideSetting;
};

function Answers({ projectId, environment, flags, subject, settingOf }: AnswersProps) {
  return (
    <ul aria-label="Answers" className="-my-2 divide-y divide-line">
      {flags.map((flag) => {
        const setting = settingOf(flag);
        if (isTargeted(flag)) {
          return (
            <li key={flag.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2 text-sm">
              <code className="min-w-0 break-all text-ink text-xs">{flag.key}</code>
              {environment ? <TargetedAnswer {...{ projectId, flag, environment, subject }} /> : null}
            </li>
          );
        }
        const { on, bucket, reason, given } = explainOverride(flag, setting, subject);
        return (
          <li key={flag.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2 text-sm">
            <Badge tone={on ? "green" : "neutral"} dot>
              {on ? "On" : "Off"}
            </Badge>
            <code className="min-w-0 break-all text-ink text-xs">{flag.key}</code>
            <span className="text-ink-mute text-xs">
              bucket <span className="tabular-nums">{bucketText(bucket)}</span>, {reason}
            </span>
            {given ? (
              <span className="min-w-0 text-ink-mute text-xs">
                gets <code className="break-all text-ink">{shortValue(given.value)}</code>, {given.from}
              </span>
            ) : null}
            {isOverridden(setting) ? <Badge tone="violet">override</Badge> : null}
          </li>
        );
      })}
    </ul>
  );
}
