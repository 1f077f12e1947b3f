"use client";

import { Controller, useFormContext, useWatch } from "react-hook-form";
import { PanelWithHistory } from "@/components/audit/history-tabs";
import { DescribedFields, tagsIn } from "@/components/flags/described-fields";
import { explainRollout, valuedBy } from "@/components/flags/explain-rollout";
import { FlagSidePanel } from "@/components/flags/flag-side-panel";
import type { Environment } from "@/components/flags/flags-list";
import { useGuardedForm } from "@/components/flags/production-guard";
import { RolloutField } from "@/components/flags/rollout-field";
import { ruleOf } from "@/components/flags/rollout-share";
import { AnswerLine, SubjectField } from "@/components/flags/subject";
import { TypeNote } from "@/components/flags/type-note";
import { ValueSettings } from "@/components/flags/value-settings";
import { knownValues } from "@/components/flags/variant-rows";
import type { GroupFlagScheduleProps } from "@/components/groups/group-flag-schedule";
import { GroupFlagUse } from "@/components/groups/group-flag-use";
import {
  bodyBefore,
  bodyOf,
  fieldWords,
  type GroupFlagValues,
  groupFlagResolver,
  valuesOf,
} from "@/components/groups/group-flag-values";
import { groupFlagHistory } from "@/components/groups/group-history";
import type { Group, GroupFlag } from "@/components/groups/groups-list";
import { PrerequisitesEditor } from "@/components/targeting/prerequisites-editor";
import { placeOf as fieldPlaceOf } from "@/components/targeting/rule-rows";
import { RulesEditor } from "@/components/targeting/rules-editor";
import { Why } from "@/components/targeting/why";
import { FormSwitch } from "@/components/ui/form-choices";
import { FormFrame } from "@/components/ui/form-frame";
import { messageOf } from "@/components/ui/form-problem";
import { FormText } from "@/components/ui/form-text";
import { laterComponent } from "@/components/ui/later";
import { useSurface } from "@/components/ui/navigation";
import { useAnswer, useWrite } from "@/components/ui/queries";
import { useToast } from "@/components/ui/toast";
import { useFormFrame } from "@/components/ui/use-form-frame";
import { SkeletonRows } from "@/components/ui/waiting";
import { getGroupFlag } from "@/lib/groups/contract";
import { updateGroupFlag } from "@/lib/groups/flag-changes/contract";

const GroupFlagSchedule = laterComponent<GroupFlagScheduleProps>(
  () => import("@/components/groups/group-flag-schedule").then((file) => file.GroupFlagSchedule),
  <SkeletonRows label="Loading the schedule" />,
);

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
          more={[
            {
              value: "use",
              label: "Usage",
              content: <GroupFlagUse flag={shown} group={props.group} environments={props.environments} />,
            },
            {
              value: "schedule",
              label: "Schedule",
              content: <GroupFlagSchedule flag={shown} group={props.group} />,
            },
          ]}
        >
          <GroupFlagForm flag={shown} knownTags={tagsIn(rows)} {...props} />
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

type EditProps = FormProps & { knownTags: readonly string[] };

function GroupFlagForm({ group, flag, environments, subject, onSubject, knownTags }: EditProps) {
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
      <DescribedFields knownTags={knownTags} />
      <TypeNote flags={[flag]} />
      <SubjectField
        value={subject}
        onChange={onSubject}
        hint="A record’s ID or any other targeting key. “Why” below explains its result."
      />
      <Defaults flag={flag} subject={subject} />
      {flag.type === "boolean" ? null : <ValueSettings type={flag.type} names={valueNames} />}
      <RulesEditor projectId={group.projectId} />
      <PrerequisitesEditor group={group} flagKey={flag.key} />
      <Why {...{ group, flag, environments, subject }} />
    </FormFrame>
  );
}

/** The switch and the rollout that records without overrides have, and what a subject gets by them. */
function Defaults({ flag, subject }: { flag: GroupFlag; subject: string }) {
  const { control, formState } = useFormContext<GroupFlagValues>();
  const { defaultEnabled, defaultPercentage, ...texts } = useWatch({ control }) as GroupFlagValues;
  const isBare = texts.rules.length + texts.prerequisites.length === 0;
  const known = knownValues(flag.type, texts);
  const values = known && valuedBy({ type: flag.type, ...known });
  const rule = ruleOf(defaultEnabled, defaultPercentage, flag.salt);
  const answer = subject && isBare ? explainRollout(rule, subject, values) : undefined;
  return (
    <fieldset className="flex min-w-0 flex-col gap-3 rounded-lg border border-line bg-surface px-4 py-3">
      <legend className="sr-only">Defaults</legend>
      <FormSwitch
        name="defaultEnabled"
        label="Enabled"
        hint="When off, rollout and rules are ignored, and only an override can turn the flag on for a record."
      />
      <Controller
        control={control}
        name="defaultPercentage"
        render={({ field: { value, onChange } }) => (
          <RolloutField
            label="Rollout"
            value={value}
            onChange={onChange}
            isIgnored={!defaultEnabled}
            marker={answer && { at: answer.bucket, on: answer.on }}
            error={formState.errors.defaultPercentage?.message}
          />
        )}
      />
      {answer ? <AnswerLine subject={subject} answer={answer} /> : null}
    </fieldset>
  );
}

const valueNames = {
  onValue: "onValue",
  offValue: "offValue",
  variants: "variants",
  valueSchema: "valueSchema",
};

type UseFormOptions = Pick<FormProps, "group" | "flag" | "environments">;

function useGroupFlagForm({ group, flag, environments }: UseFormOptions) {
  const surface = useSurface();
  const toast = useToast();
  const write = useWrite();
  const place = placeOf(group, flag.id);

  async function takeBack(before: GroupFlag, changed: Partial<GroupFlagValues>) {
    try {
      await write(updateGroupFlag, { ...place, ...bodyBefore(before, changed) });
      toast.success(`“${before.name}” is as before`);
    } catch (error) {
      toast.error(`“${before.name}” could not be put back`, { description: messageOf(error) });
    }
  }

  const frame = useFormFrame<GroupFlagValues, GroupFlag>({
    rules: groupFlagResolver(flag),
    edited: {
      row: flag,
      read: { op: getGroupFlag, input: place },
      values: valuesOf,
      fields: fieldWords,
      what: "flag",
    },
    send: async (_values, { changed, ifMatch, row: before = flag }) => {
      const change = changed((values) => values);
      const saved = await write(updateGroupFlag, { ...place, ...bodyOf(flag.type, change) }, { ifMatch });
      toast.success(`“${saved.name}” saved`, { undo: () => void takeBack(before, change) });
      return saved;
    },
    fieldOf: (path) => ((path.split(".", 1)[0] ?? "") in valuesOf(flag) ? fieldPlaceOf(path) : undefined),
    done: () => surface?.close(),
  });
  return useGuardedForm(frame, () => ({
    environments,
    change: `“${flag.name}” will change for all records without overrides`,
  }));
}
