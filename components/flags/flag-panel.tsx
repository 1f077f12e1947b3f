"use client";

import { Plus, Trash2 } from "lucide-react";
import { Controller, useFormContext } from "react-hook-form";
import { PanelWithHistory } from "@/components/audit/history-tabs";
import { DescribedFields, tagsIn } from "@/components/flags/described-fields";
import { EnvironmentMarks } from "@/components/flags/environment-marks";
import { type FlagValues, onField } from "@/components/flags/flag-form-values";
import { flagHistory } from "@/components/flags/flag-history";
import type { FlagScheduleProps } from "@/components/flags/flag-schedule";
import { FlagSettings } from "@/components/flags/flag-settings";
import { FlagSidePanel } from "@/components/flags/flag-side-panel";
import { FlagUse } from "@/components/flags/flag-use";
import { type Environment, type Flag, type FlagRow, flagIn } from "@/components/flags/flags-list";
import { SubjectField } from "@/components/flags/subject";
import { TypeNote } from "@/components/flags/type-note";
import { readFlagKey, useFlagForm } from "@/components/flags/use-flag-form";
import { useFlagWrites } from "@/components/flags/use-flag-writes";
import { Button } from "@/components/ui/button";
import { ConfirmDelete } from "@/components/ui/confirm-dialog";
import { FormFrame } from "@/components/ui/form-frame";
import { FormText } from "@/components/ui/form-text";
import { laterComponent } from "@/components/ui/later";
import { useAnswer, useWrite } from "@/components/ui/queries";
import { Switch } from "@/components/ui/switch";
import { SkeletonRows } from "@/components/ui/waiting";
import { listFlagKeys } from "@/lib/flags/contract";

const FlagSchedule = laterComponent<FlagScheduleProps>(
  () => import("@/components/flags/flag-schedule").then((file) => file.FlagSchedule),
  <SkeletonRows label="Loading the schedule" />,
);

export type FlagPanelProps = FlagFormProps & {
  /** The key of a flag, "" for none. */
  open: string;
  /** The rows on the current page. The open flag may not be among them. */
  rows: readonly FlagRow[];
};

/** One flag in all environments: its name, its switches and rollouts, and who gets it. */
export function FlagPanel({ open, rows, ...props }: FlagPanelProps) {
  const write = useWrite();
  const { data } = useAnswer(listFlagKeys, readFlagKey(props.projectId, open), { enabled: open !== "" });
  const row = data ? data[0] : rows.find(({ key }) => key === open);
  return (
    <FlagSidePanel open={open} item={row} idOf={({ key }) => key} onClose={props.onClose}>
      {(shown) => (
        <PanelWithHistory
          key={shown.key}
          label="Flag"
          first="Settings"
          history={flagHistory(shown, props.projectId, write)}
          more={[
            {
              value: "use",
              label: "Usage",
              content: <FlagUse row={shown} environments={props.environments} projectId={props.projectId} />,
            },
            {
              value: "schedule",
              label: "Schedule",
              content: (
                <FlagSchedule row={shown} environments={props.environments} projectId={props.projectId} />
              ),
            },
          ]}
        >
          <FlagForm row={shown} knownTags={tagsIn(rows.flatMap(({ flags }) => flags))} {...props} />
        </PanelWithHistory>
      )}
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

function FlagForm(props: FlagFormProps & { row: FlagRow; knownTags: readonly string[] }) {
  const { row, environments, projectId, subject, onSubject, onClose } = props;
  const frame = useFlagForm(row, projectId);
  return (
    <FormFrame of={frame} on="panel" aria-label="Edit flag">
      <FormText name="name" label="Name" autoComplete="off" />
      <DescribedFields knownTags={props.knownTags} />
      <TypeNote flags={row.flags} />
      <SubjectField
        value={subject}
        onChange={onSubject}
        hint="A record’s ID or any other targeting key. The same key always gets the same result."
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
      <p className="text-ink-mute text-xs">
        Global flags have no rules. To turn a flag on by attributes such as a plan, create it in a group.
      </p>
    </FormFrame>
  );
}

export type FlagPlaceProps = {
  row: FlagRow;
  environment: Environment;
  projectId: string;
  subject: string;
  /** Called when the flag was removed from its last environment. */
  onGone: () => void;
};

/** A flag in one environment, as its panel shows it. Must be inside the flag's form. */
export function FlagPlace({ row, environment, projectId, subject, onGone }: FlagPlaceProps) {
  const { control } = useFormContext<FlagValues>();
  const { add } = useFlagWrites(projectId);
  const flag = flagIn(row, environment);
  return (
    <li className="flex flex-col gap-2 rounded-lg border border-line bg-surface px-4 py-3">
      <div className="flex min-h-8.5 items-center justify-between gap-3">
        <h3 className="flex min-w-0 items-center gap-2 font-medium text-ink text-sm">
          <span className="truncate">{environment.name}</span>
          <EnvironmentMarks {...environment} />
        </h3>
        {flag ? (
          <div className="flex items-center gap-2">
            <RemoveFromPlace flag={flag} onRemoved={row.flags.length === 1 ? onGone : undefined} />
            <Controller
              control={control}
              name={onField(flag)}
              render={({ field: { value = flag.enabled, onChange, onBlur, ref } }) => (
                <Switch
                  ref={ref}
                  checked={value}
                  onCheckedChange={onChange}
                  onBlur={onBlur}
                  aria-label={`On in ${environment.name}`}
                />
              )}
            />
          </div>
        ) : (
          <Button size="sm" onClick={() => void add(row, environment)}>
            <Plus aria-hidden />
            Add here
          </Button>
        )}
      </div>
      {flag ? <FlagSettings flag={flag} subject={subject} startsOpen={row.flags.length === 1} /> : null}
    </li>
  );
}

function RemoveFromPlace({ flag, onRemoved }: { flag: Flag; onRemoved: (() => void) | undefined }) {
  const { remove } = useFlagWrites(flag.projectId);
  const place = flag.environment.name;
  return (
    <ConfirmDelete
      what="flag"
      name={`${flag.name} in ${place}`}
      consequence={`Checks of it in ${place} answer 404 from then on. Other environments keep it.`}
      typed={false}
      onDelete={async () => {
        await remove(flag);
        onRemoved?.();
      }}
      done={`“${flag.name}” removed from ${place}`}
      trigger={
        <Button variant="ghost" size="icon-sm" aria-label={`Remove from ${place}`}>
          <Trash2 aria-hidden />
        </Button>
      }
    />
  );
}
