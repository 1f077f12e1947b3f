"use client";

import { z } from "zod";
import type { FlagRecord, Group } from "@/components/groups/groups-list";
import { MetadataField } from "@/components/groups/metadata-field";
import { explainMetadata, MetadataText, metadataOf, metadataText } from "@/components/groups/metadata-text";
import { Card } from "@/components/ui/card";
import { FormButton, FormNews } from "@/components/ui/form-end";
import { FormFrame } from "@/components/ui/form-frame";
import { FormText } from "@/components/ui/form-text";
import type { LaterDialogProps } from "@/components/ui/later-popup";
import { useWrite } from "@/components/ui/queries";
import { RecordDialog } from "@/components/ui/record-dialog";
import { useFormFrame } from "@/components/ui/use-form-frame";
import { createRecord, getRecord, updateRecord } from "@/lib/records/contract";

/** A record as a form holds it: what is not given is an empty text. */
const RecordFields = z.object({
  name: z.string().max(200, { error: "must have at most 200 characters" }),
  metadata: MetadataText,
});
export type RecordValues = z.infer<typeof RecordFields>;

const valuesOf = ({ name, metadata }: FlagRecord): RecordValues => ({
  name: name ?? "",
  metadata: metadataText(metadata),
});

const bodyOf = ({ name, metadata }: RecordValues) => ({
  name: name.trim() || null,
  metadata: metadataOf(metadata),
});

/** What is known of a record; nothing of it changes which flags it gets. */
export function RecordForm({ projectId, record }: { projectId: string; record: FlagRecord }) {
  const write = useWrite();
  const place = { projectId, groupId: record.group.id, recordId: record.id };
  const frame = useFormFrame<RecordValues, FlagRecord>({
    rules: RecordFields,
    edited: {
      row: record,
      read: { op: getRecord, input: place },
      values: valuesOf,
      fields: { name: "Name", metadata: "Metadata" },
      what: "record",
    },
    send: (_values, { changed, ifMatch }) =>
      write(updateRecord, { ...place, ...changed(bodyOf) }, { ifMatch }),
    titled: true,
    says: () => "Record saved",
    explain: explainMetadata,
  });
  return (
    <FormFrame of={frame} aria-label="Record">
      <Card
        title="Record"
        description="For people and programs that look it up. Which flags it gets does not depend on it."
        footer={
          <>
            <span>{frame.unsaved ? "Unsaved changes" : null}</span>
            <FormButton of={frame} label="Save" />
          </>
        }
      >
        <div className="flex flex-col gap-4">
          <FormText name="name" label="Name" optional autoComplete="off" />
          <MetadataField rows={8} />
          <FormNews of={frame} />
        </div>
      </Card>
    </FormFrame>
  );
}

const Fields = RecordFields.extend({
  id: z.union([z.literal(""), createRecord.body.shape.id.unwrap()]),
});
type Fields = z.infer<typeof Fields>;

export type CreateRecordProps = {
  group: Group;
  /** Address of the group's page. */
  base: string;
};

export function CreateRecordDialog({ group, base, trigger }: LaterDialogProps<CreateRecordProps>) {
  const write = useWrite();
  return (
    <RecordDialog<Fields, FlagRecord>
      title="New record"
      description={`One of ${group.name}, by the id that your code knows it by.`}
      trigger={trigger}
      submitLabel="Create record"
      form={{
        rules: Fields,
        start: { id: "", name: "", metadata: "" },
        send: ({ id, ...fields }) =>
          write(createRecord, {
            projectId: group.projectId,
            groupId: group.id,
            ...(id && { id }),
            ...bodyOf(fields),
          }),
        says: ({ id, name }) => `Record “${name ?? id}” created`,
        next: ({ id }) => `${base}/records/${id}`,
        explain: explainMetadata,
      }}
    >
      <FormText
        name="id"
        label="ID"
        optional
        mono
        placeholder="tenant-1"
        hint={
          <>
            Left empty, one is made: <code className="text-ink-soft">{group.prefix}-…</code> It stays as it
            is.
          </>
        }
      />
      <FormText name="name" label="Name" optional autoComplete="off" placeholder="Acme Inc." />
      <MetadataField rows={4} />
    </RecordDialog>
  );
}
