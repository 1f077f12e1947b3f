"use client";

import { z } from "zod";
import type { FlagRecord, Group } from "@/components/groups/groups-list";
import { MetadataField } from "@/components/groups/metadata-field";
import { explainMetadata } from "@/components/groups/metadata-text";
import { bodyOf, RecordFields } from "@/components/groups/record-form";
import { FormText } from "@/components/ui/form-text";
import type { LaterDialogProps } from "@/components/ui/later-popup";
import { useWrite } from "@/components/ui/queries";
import { RecordDialog } from "@/components/ui/record-dialog";
import { createRecord } from "@/lib/records/contract";

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
