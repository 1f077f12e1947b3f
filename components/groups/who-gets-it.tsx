"use client";

import { useEffect, useId, useState } from "react";
import { bucketText, explainRollout } from "@/components/flags/explain-rollout";
import type { Environment } from "@/components/flags/flag-rows";
import type { Group, GroupFlag } from "@/components/groups/group-types";
import {
  inherits,
  isOverridden,
  type OverrideSetting,
  placeId,
  settingsByPlace,
} from "@/components/groups/override-setting";
import type { RecordName } from "@/components/groups/record-rows";
import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { Field } from "@/components/ui/field";
import { FormAlert } from "@/components/ui/form-alert";
import { messageOf } from "@/components/ui/form-problem";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { ruleFor } from "@/lib/evaluation/rollout";
import { call } from "@/lib/operations/client";
import { listOverrides } from "@/lib/records/contract";

export type WhoGetsItProps = {
  group: Group;
  flags: readonly GroupFlag[];
  records: readonly RecordName[];
  environments: readonly Environment[];
  subject: string;
  onSubject: (subject: string) => void;
};

/** What the flags of a group come to for one record, existing or not, in one environment. */
export function WhoGetsIt({ group, flags, records, environments, subject, onSubject }: WhoGetsItProps) {
  const listId = useId();
  const [environmentId, setEnvironmentId] = useState(environments[0]?.id ?? "");
  const known = records.some(({ id }) => id === subject);
  const { settings, problem } = useSettings(group.projectId, known ? subject : "");
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
          <Field label="Environment">
            <Select
              options={environments.map(({ id, name }) => ({ value: id, label: name }))}
              value={environmentId}
              onValueChange={setEnvironmentId}
            />
          </Field>
        </div>
        <datalist id={listId}>
          {records.slice(0, suggestionsMax).map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </datalist>
        <FormAlert>{problem}</FormAlert>
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
              settingOf={(flag) => settings?.get(placeId(flag.id, environmentId)) ?? inherits}
            />
          </>
        ) : null}
      </div>
    </Card>
  );
}

const suggestionsMax = 100;

type AnswersProps = {
  flags: readonly GroupFlag[];
  subject: string;
  settingOf: (flag: GroupFlag) => OverrideSetting;
};

function Answers({ flags, subject, settingOf }: AnswersProps) {
  return (
    <ul aria-label="Answers" className="-my-2 divide-y divide-line">
      {flags.map((flag) => {
        const setting = settingOf(flag);
        const { on, bucket, reason } = explainRollout(ruleFor(flag, setting), subject);
        return (
          <li key={flag.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2 text-sm">
            <Badge tone={on ? "green" : "neutral"} dot>
              {on ? "On" : "Off"}
            </Badge>
            <code className="min-w-0 break-all text-ink text-xs">{flag.key}</code>
            <span className="text-ink-mute text-xs">
              bucket <span className="tabular-nums">{bucketText(bucket)}</span>, {reason}
            </span>
            {isOverridden(setting) ? <Badge tone="violet">override</Badge> : null}
          </li>
        );
      })}
    </ul>
  );
}

const patienceMs = 200;

/** The overrides of a record, "" for none; undefined until they have come. */
function useSettings(projectId: string, recordId: string) {
  const [loaded, setLoaded] = useState<{ of: string; settings: Map<string, OverrideSetting> }>();
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    setProblem(null);
    if (!recordId) return;
    let wanted = true;
    const timer = setTimeout(async () => {
      try {
        const settings = settingsByPlace(await call(listOverrides, { projectId, recordId }));
        if (wanted) setLoaded({ of: recordId, settings });
      } catch (error) {
        if (wanted) setProblem(messageOf(error));
      }
    }, patienceMs);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [projectId, recordId]);
  return { settings: loaded?.of === recordId ? loaded.settings : undefined, problem };
}
