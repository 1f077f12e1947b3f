"use client";

import { FlagPlace } from "@/components/flags/flag-place";
import type { Environment, FlagRow } from "@/components/flags/flag-rows";
import { FormPanel, type PanelControl, PanelForm } from "@/components/flags/form-panel";
import { SubjectField } from "@/components/flags/subject-field";
import { useFlagDraft } from "@/components/flags/use-flag-draft";
import type { FlagSwitch } from "@/components/flags/use-flag-switch";
import { FormAlert } from "@/components/ui/form-alert";
import { asSentence } from "@/components/ui/form-problem";
import { TextField } from "@/components/ui/text-field";

export type FlagPanelProps = {
  /** Undefined closes the panel. */
  row: FlagRow | undefined;
  environments: readonly Environment[];
  projectId: string;
  flagSwitch: FlagSwitch;
  subject: string;
  onSubject: (subject: string) => void;
  onClose: () => void;
};

/** One flag in all environments: its name, its switches and rollouts, and who gets it. */
export function FlagPanel({ row, onClose, ...props }: FlagPanelProps) {
  return (
    <FormPanel item={row} onClose={onClose}>
      {(shown, control) => <FlagForm key={shown.key} row={shown} control={control} {...props} />}
    </FormPanel>
  );
}

type FlagFormProps = Omit<FlagPanelProps, "row" | "onClose"> & { row: FlagRow; control: PanelControl };

function FlagForm(props: FlagFormProps) {
  const { row, environments, projectId, flagSwitch, subject, onSubject, control } = props;
  const draft = useFlagDraft(row, projectId);

  async function submit() {
    if (await draft.save()) control.onSaved();
  }

  return (
    <PanelForm
      label="Edit flag"
      control={control}
      dirty={draft.dirty}
      saving={draft.saving}
      onSubmit={() => void submit()}
    >
      <FormAlert>{draft.problem}</FormAlert>
      <TextField
        label="Name"
        autoComplete="off"
        value={draft.name}
        onChange={(event) => draft.setName(event.target.value)}
        error={asSentence("Name", draft.errorOf("name"))}
      />
      <SubjectField
        value={subject}
        onChange={onSubject}
        hint="The id of a record, or any targeting key: the same id always lies in the same bucket."
      />
      <ul className="flex flex-col gap-3">
        {environments.map((environment) => (
          <FlagPlace
            key={environment.id}
            row={row}
            environment={environment}
            projectId={projectId}
            draft={draft}
            flagSwitch={flagSwitch}
            subject={subject}
          />
        ))}
      </ul>
    </PanelForm>
  );
}
