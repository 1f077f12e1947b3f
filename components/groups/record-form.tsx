"use client";

import { useRouter } from "next/navigation";
import { explainMetadata } from "@/components/groups/explain-metadata";
import type { FlagRecord } from "@/components/groups/groups-list";
import { MetadataField } from "@/components/groups/metadata-field";
import { bodyOf, RecordFields, type RecordValues, valuesOf } from "@/components/groups/record-form-values";
import { Card } from "@/components/ui/card";
import { FormButton, FormNews } from "@/components/ui/form-end";
import { FormFrame } from "@/components/ui/form-frame";
import { FormText } from "@/components/ui/form-text";
import { useWrite } from "@/components/ui/queries";
import { useToast } from "@/components/ui/toast";
import { useFormFrame } from "@/components/ui/use-form-frame";
import { getRecord, updateRecord } from "@/lib/records/contract";

/** What is known of a record; nothing of it changes which flags it gets. */
export function RecordForm({ projectId, record }: { projectId: string; record: FlagRecord }) {
  const router = useRouter();
  const toast = useToast();
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
    done: () => {
      toast.success("Record saved");
      // The page's title is the server's.
      router.refresh();
    },
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
