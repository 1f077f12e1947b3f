"use client";

import type { Resolver } from "react-hook-form";
import { resolved } from "@/components/flags/resolved";
import { NameAndKey } from "@/components/projects/name-and-key";
import { ConditionsEditor } from "@/components/targeting/conditions-editor";
import {
  type ConditionRow,
  conditionProblems,
  conditionRows,
  conditionsOf,
  conditionsText,
  newCondition,
  placeOf,
} from "@/components/targeting/rule-rows";
import type { Segment } from "@/components/targeting/segments-list";
import { FormLines, FormText } from "@/components/ui/form-text";
import type { LaterDialogProps } from "@/components/ui/later-popup";
import { useWrite } from "@/components/ui/queries";
import { RecordDialog } from "@/components/ui/record-dialog";
import { createSegment, getSegment, updateSegment } from "@/lib/segments/contract";

type Fields = {
  name: string;
  key: string;
  description: string;
  match: "all" | "any";
  conditions: ConditionRow[];
};

const valuesOf = ({ name, key, description, match, conditions }: Segment): Fields => ({
  ...{ name, key, description: description ?? "", match },
  conditions: conditionRows(conditions),
});

const bodyOf = ({ name, description, match, conditions }: Fields) => ({
  ...{ name, description: description || null, match },
  conditions: conditionsOf(conditions),
});

const Plain = createSegment.body.pick({ name: true, key: true }).required();

const rules: Resolver<Fields> = (values) => {
  const { name, key, conditions } = values;
  const plain = Plain.safeParse({ name, key }).error?.issues ?? [];
  return resolved(values, {
    ...Object.fromEntries(plain.map(({ path, message }) => [String(path[0]), message])),
    ...conditionProblems(conditions),
  });
};

const fieldOf = (path: string) => placeOf(path);

export type CreateSegmentProps = { projectId: string };

export function CreateSegmentDialog({ projectId, trigger }: LaterDialogProps<CreateSegmentProps>) {
  const write = useWrite();
  return (
    <RecordDialog<Fields, Segment>
      title="New segment"
      description="Conditions with a name, for the rules of any flag: testers, paying customers, a region."
      trigger={trigger}
      submitLabel="Create segment"
      form={{
        ...{ rules, fieldOf },
        start: { name: "", key: "", description: "", match: "all", conditions: [newCondition()] },
        send: (fields) => write(createSegment, { projectId, key: fields.key, ...bodyOf(fields) }),
        says: ({ name }) => `Segment “${name}” created`,
      }}
    >
      <NameAndKey placeholder="Paying customers" hint="Rules name the segment by it. It cannot be changed." />
      <Rest />
    </RecordDialog>
  );
}

export type EditSegmentProps = {
  projectId: string;
  segment: Segment;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

export function EditSegmentDialog({ projectId, segment, ...control }: EditSegmentProps) {
  const write = useWrite();
  const place = { projectId, segmentId: segment.id };
  return (
    <RecordDialog<Fields, Segment>
      {...control}
      title={`Edit “${segment.name}”`}
      description="All flags whose rules name it decide by the new conditions at once."
      submitLabel="Save changes"
      form={{
        ...{ rules, fieldOf },
        edited: {
          row: segment,
          read: { op: getSegment, input: place },
          values: valuesOf,
          fields: {
            ...{ name: "Name", key: "Key", description: "Description", match: "How many must hold" },
            conditions: { label: "Conditions", text: (rows) => linesOf(rows) },
          },
          what: "segment",
        },
        send: (_fields, { changed, ifMatch }) =>
          write(updateSegment, { ...place, ...changed(bodyOf) }, { ifMatch }),
        says: () => "Segment saved",
      }}
    >
      <FormText name="name" label="Name" autoComplete="off" />
      <Rest />
    </RecordDialog>
  );
}

const linesOf = (rows: readonly ConditionRow[]) =>
  rows
    .map((row) => conditionsOf([row]).map(({ not = false, ...each }) => ({ ...each, not })))
    .map((shown) => conditionsText("all", shown))
    .join("\n");

const Rest = () => (
  <>
    <FormLines name="description" label="Description" optional rows={2} />
    <fieldset className="flex min-w-0 flex-col gap-1.5">
      <legend className="mb-1.5 font-medium text-ink text-sm">Conditions</legend>
      <ConditionsEditor name="conditions" of="the segment" />
    </fieldset>
  </>
);
