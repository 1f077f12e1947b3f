"use client";

import { useRouter } from "next/navigation";
import { Controller, FormProvider, useFormContext, useWatch } from "react-hook-form";
import type { z } from "zod";
import { AnswerLine } from "@/components/flags/answer-line";
import { explainRollout } from "@/components/flags/explain-rollout";
import type { Environment } from "@/components/flags/flag-rows";
import { FormPanel, type PanelControl, PanelForm } from "@/components/flags/form-panel";
import { useProductionGuard } from "@/components/flags/production-guard";
import { RolloutField } from "@/components/flags/rollout-field";
import { SubjectField } from "@/components/flags/subject-field";
import type { Group, GroupFlag } from "@/components/groups/group-types";
import { Field } from "@/components/ui/field";
import { FormAlert } from "@/components/ui/form-alert";
import { messageOf } from "@/components/ui/form-problem";
import { FormText } from "@/components/ui/form-text";
import { Switch } from "@/components/ui/switch";
import { useToast } from "@/components/ui/toast";
import { useApiForm } from "@/components/ui/use-api-form";
import { updateGroupFlag } from "@/lib/groups/contract";
import { call } from "@/lib/operations/client";

export type GroupFlagPanelProps = {
  group: Group;
  /** Undefined closes the panel. */
  flag: GroupFlag | undefined;
  environments: readonly Environment[];
  subject: string;
  onSubject: (subject: string) => void;
  onClose: () => void;
};

/** One flag of a group: its names and its defaults, and who gets it by them. */
export function GroupFlagPanel({ flag, onClose, ...props }: GroupFlagPanelProps) {
  return (
    <FormPanel item={flag} onClose={onClose}>
      {(shown, control) => <GroupFlagForm key={shown.id} flag={shown} control={control} {...props} />}
    </FormPanel>
  );
}

type FormProps = Omit<GroupFlagPanelProps, "flag" | "onClose"> & { flag: GroupFlag; control: PanelControl };

function GroupFlagForm({ group, flag, environments, subject, onSubject, control }: FormProps) {
  const edited = useGroupFlagForm({ group, flag, environments, onSaved: control.onSaved });
  const { form, problem, submit, sending } = edited;
  return (
    <FormProvider {...form}>
      <PanelForm
        label="Edit flag"
        control={control}
        dirty={form.formState.isDirty}
        saving={sending}
        onSubmit={submit}
      >
        <FormAlert>{problem}</FormAlert>
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
      </PanelForm>
    </FormProvider>
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
      <Controller
        control={control}
        name="defaultEnabled"
        render={({ field: { value, onChange, onBlur, ref } }) => (
          <Field layout="row" label="On by default">
            <Switch ref={ref} checked={value} onCheckedChange={onChange} onBlur={onBlur} />
          </Field>
        )}
      />
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

const Fields = updateGroupFlag.body.required();
type Fields = z.infer<typeof Fields>;

const fieldsOf = ({ name, key, defaultEnabled, defaultPercentage }: GroupFlag): Fields => ({
  name,
  key,
  defaultEnabled,
  defaultPercentage,
});

type UseFormOptions = Pick<FormProps, "group" | "flag" | "environments"> & { onSaved: () => void };

function useGroupFlagForm({ group, flag, environments, onSaved }: UseFormOptions) {
  const router = useRouter();
  const toast = useToast();
  const confirm = useProductionGuard();
  const before = fieldsOf(flag);
  const place = { projectId: group.projectId, groupId: group.id, groupFlagId: flag.id };

  async function takeBack() {
    try {
      await call(updateGroupFlag, { ...place, ...before });
      toast.success(`“${before.name}” is as before`);
    } catch (error) {
      toast.error(`“${before.name}” could not be put back`, { description: messageOf(error) });
    }
    router.refresh();
  }

  return useApiForm<Fields>({
    schema: Fields,
    start: before,
    send: async (fields) => {
      if (!(await confirm(environments, `“${before.name}” will change for all records without overrides`)))
        return;
      await call(updateGroupFlag, { ...place, ...fields });
      toast.success(`“${fields.name}” saved`, { undo: () => void takeBack() });
      onSaved();
      router.refresh();
    },
  });
}
