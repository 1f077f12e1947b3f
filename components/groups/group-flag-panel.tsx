"use client";

import { Controller, useFormContext, useWatch } from "react-hook-form";
import type { z } from "zod";
import { PanelWithHistory } from "@/components/audit/history-tabs";
import { explainRollout } from "@/components/flags/explain-rollout";
import { FlagSidePanel } from "@/components/flags/flag-side-panel";
import type { Environment } from "@/components/flags/flags-list";
import { useGuardedForm } from "@/components/flags/production-guard";
import { RolloutField } from "@/components/flags/rollout-field";
import { AnswerLine, SubjectField } from "@/components/flags/subject";
import { groupFlagHistory } from "@/components/groups/group-history";
import type { Group, GroupFlag } from "@/components/groups/groups-list";
import { FormSwitch } from "@/components/ui/form-choices";
import { FormFrame } from "@/components/ui/form-frame";
import { messageOf } from "@/components/ui/form-problem";
import { FormText } from "@/components/ui/form-text";
import { useSurface } from "@/components/ui/navigation";
import { useAnswer, useWrite } from "@/components/ui/queries";
import { useToast } from "@/components/ui/toast";
import { useFormFrame } from "@/components/ui/use-form-frame";
import { getGroupFlag, updateGroupFlag } from "@/lib/groups/contract";

export type GroupFlagPanelProps = Omit<FormProps, "flag"> & {
  /** The id of a flag, "" for none. */
  open: string;
  /** The rows on the current page. The open flag may not be among them. */
  rows: readonly GroupFlag[];
  onClose: () => void;
};

const placeOf = ({ projectId, id: groupId }: Group, groupFlagId: string) => ({
  projectId,
  groupId,
  groupFlagId,
});

/** One flag of a group: its names, its defaults, and who gets it with these defaults. */
export function GroupFlagPanel({ open, rows, onClose, ...props }: GroupFlagPanelProps) {
  const write = useWrite();
  const row = rows.find(({ id }) => id === open);
  const { data } = useAnswer(getGroupFlag, placeOf(props.group, open), { enabled: open !== "" && !row });
  return (
    <FlagSidePanel open={open} item={row ?? data} idOf={({ id }) => id} onClose={onClose}>
      {(shown) => (
        <PanelWithHistory
          key={shown.id}
          label="Flag"
          first="Settings"
          history={groupFlagHistory(props.group, shown, write)}
        >
          <GroupFlagForm flag={shown} {...props} />
        </PanelWithHistory>
      )}
    </FlagSidePanel>
  );
}

type FormProps = {
  group: Group;
  flag: GroupFlag;
  environments: readonly Environment[];
  subject: string;
  onSubject: (subject: string) => void;
};

function GroupFlagForm({ group, flag, environments, subject, onSubject }: FormProps) {
  const frame = useGroupFlagForm({ group, flag, environments });
  return (
    <FormFrame of={frame} on="panel" aria-label="Edit flag">
      <FormText name="name" label="Name" autoComplete="off" />
      <FormText
        name="key"
        label="Key"
        mono
        hint="Code that asks for the old key finds nothing after a change. Nobody’s bucket changes."
      />
      <SubjectField
        value={subject}
        onChange={onSubject}
        hint="A record’s id. The answer below follows from the defaults; overrides are on the record’s page."
      />
      <Defaults salt={flag.salt} subject={subject} />
    </FormFrame>
  );
}

function Defaults({ salt, subject }: { salt: string; subject: string }) {
  const { control, formState } = useFormContext<Fields>();
  const [enabled, rollout] = useWatch({ control, name: ["defaultEnabled", "defaultPercentage"] });
  const rule = { enabled, rollout: Number.isNaN(rollout) ? 0 : rollout, salt };
  const answer = subject ? explainRollout(rule, subject) : undefined;
  return (
    <fieldset className="flex min-w-0 flex-col gap-3 rounded-lg border border-line bg-surface px-4 py-3">
      <legend className="sr-only">Defaults</legend>
      <FormSwitch name="defaultEnabled" label="On by default" />
      <Controller
        control={control}
        name="defaultPercentage"
        render={({ field: { value, onChange } }) => (
          <RolloutField
            label="Rollout"
            value={value}
            onChange={onChange}
            marker={answer && { at: answer.bucket, on: answer.on }}
            error={formState.errors.defaultPercentage?.message}
          />
        )}
      />
      {answer ? <AnswerLine subject={subject} answer={answer} /> : null}
    </fieldset>
  );
}

const Fields = updateGroupFlag.body
  .pick({ name: true, key: true, defaultEnabled: true, defaultPercentage: true })
  .required();
type Fields = z.infer<typeof Fields>;

const fieldsOf = ({ name, key, defaultEnabled, defaultPercentage }: GroupFlag): Fields => ({
  name,
  key,
  defaultEnabled,
  defaultPercentage,
});

type UseFormOptions = Pick<FormProps, "group" | "flag" | "environments">;

function useGroupFlagForm({ group, flag, environments }: UseFormOptions) {
  const surface = useSurface();
  const toast = useToast();
  const write = useWrite();
  const place = placeOf(group, flag.id);

  async function takeBack({ name, ...before }: GroupFlag, changed: Partial<Fields>) {
    const fields = Object.entries(fieldsOf({ name, ...before })).filter(([field]) => field in changed);
    try {
      await write(updateGroupFlag, { ...place, ...Object.fromEntries(fields) });
      toast.success(`“${name}” is as before`);
    } catch (error) {
      toast.error(`“${name}” could not be put back`, { description: messageOf(error) });
    }
  }

  const frame = useFormFrame<Fields, GroupFlag>({
    rules: Fields,
    edited: {
      row: flag,
      read: { op: getGroupFlag, input: place },
      values: fieldsOf,
      fields: {
        name: "Name",
        key: "Key",
        defaultEnabled: "On by default",
        defaultPercentage: { label: "Rollout", text: (share) => `${share} %` },
      },
      what: "flag",
    },
    send: async (_values, { changed, ifMatch, row: before = flag }) => {
      const change = changed((values) => values);
      const saved = await write(updateGroupFlag, { ...place, ...change }, { ifMatch });
      toast.success(`“${saved.name}” saved`, { undo: () => void takeBack(before, change) });
      return saved;
    },
    done: () => surface?.close(),
  });
  return useGuardedForm(frame, () => ({
    environments,
    change: `“${flag.name}” will change for all records without overrides`,
  }));
}
