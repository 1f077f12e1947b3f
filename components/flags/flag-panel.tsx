"use client";

import { FlagPlace } from "@/components/flags/flag-place";
import { FlagSidePanel } from "@/components/flags/flag-side-panel";
import type { Environment, FlagRow } from "@/components/flags/flags-list";
import { SubjectField } from "@/components/flags/subject";
import { readFlagKey, useFlagForm } from "@/components/flags/use-flag-form";
import { FormFrame } from "@/components/ui/form-frame";
import { FormText } from "@/components/ui/form-text";
import { useAnswer } from "@/components/ui/queries";
import { listFlagKeys } from "@/lib/flags/contract";

export type FlagPanelProps = FlagFormProps & {
  /** The key of a flag, "" for none. */
  open: string;
  /** Those on the page. The flag may be another one. */
  rows: readonly FlagRow[];
};

/** One flag in all environments: its name, its switches and rollouts, and who gets it. */
export function FlagPanel({ open, rows, ...props }: FlagPanelProps) {
  const { data } = useAnswer(listFlagKeys, readFlagKey(props.projectId, open), { enabled: open !== "" });
  const row = data ? data[0] : rows.find(({ key }) => key === open);
  return (
    <FlagSidePanel open={open} item={row} idOf={({ key }) => key} onClose={props.onClose}>
      {(shown) => <FlagForm key={shown.key} row={shown} {...props} />}
    </FlagSidePanel>
  );
}

type FlagFormProps = {
  environments: readonly Environment[];
  projectId: string;
  subject: string;
  onSubject: (subject: string) => void;
  onClose: () => void;
};

function FlagForm(props: FlagFormProps & { row: FlagRow }) {
  const { row, environments, projectId, subject, onSubject, onClose } = props;
  const frame = useFlagForm(row, projectId);
  return (
    <FormFrame of={frame} on="panel" aria-label="Edit flag">
      <FormText name="name" label="Name" autoComplete="off" />
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
            subject={subject}
            onGone={onClose}
          />
        ))}
      </ul>
    </FormFrame>
  );
}
