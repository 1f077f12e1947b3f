"use client";

import { z } from "zod";
import type { FlagRecord } from "@/components/groups/groups-list";
import { MetadataField } from "@/components/groups/metadata-field";
import { explainMetadata, MetadataText, metadataOf, metadataText } from "@/components/groups/metadata-text";
import { Card } from "@/components/ui/card";
import { FormButton, FormNews } from "@/components/ui/form-end";
import { FormFrame } from "@/components/ui/form-frame";
import { FormText } from "@/components/ui/form-text";
import { useWrite } from "@/components/ui/queries";
import { useFormFrame } from "@/components/ui/use-form-frame";
import { getRecord, updateRecord } from "@/lib/records/contract";

/** A record as form fields hold it: a missing value is an empty text. */
export const RecordFields = z.object({
  name: z.string().max(200, { error: "must have at most 200 characters" }),
  metadata: MetadataText,
});
export type RecordValues = z.infer<typeof RecordFields>;

const valuesOf = ({ name, metadata }: FlagRecord): RecordValues => ({
  name: name ?? "",
  metadata: metadataText(metadata),
});

export const bodyOf = ({ name, metadata }: RecordValues) => ({
  name: name.trim() || null,
  metadata: metadataOf(metadata),
});

/** A record's details. Rules of flags look at its metadata. */
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
        description="For people and programs that look it up, and for rules of flags, which ask for its metadata."
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
