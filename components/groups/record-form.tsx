"use client";

import { useRouter } from "next/navigation";
import { z } from "zod";
import { explainMetadata } from "@/components/groups/explain-metadata";
import type { FlagRecord } from "@/components/groups/group-types";
import { MetadataField } from "@/components/groups/metadata-field";
import { MetadataText, metadataOf, metadataText } from "@/components/groups/metadata-text";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Form } from "@/components/ui/form";
import { FormAlert } from "@/components/ui/form-alert";
import { FormText } from "@/components/ui/form-text";
import { saveByKey } from "@/components/ui/save-bar";
import { useToast } from "@/components/ui/toast";
import { useApiForm } from "@/components/ui/use-api-form";
import { useUnsavedWarning } from "@/components/ui/use-unsaved-warning";
import { call } from "@/lib/operations/client";
import { updateRecord } from "@/lib/records/contract";

const Fields = z.object({
  name: z.string().max(200, { error: "must have at most 200 characters" }),
  metadata: MetadataText,
});
type Fields = z.infer<typeof Fields>;

const fieldsOf = ({ name, metadata }: FlagRecord): Fields => ({
  name: name ?? "",
  metadata: metadataText(metadata),
});

/** What is known of a record; nothing of it changes which flags it gets. */
export function RecordForm({ projectId, record }: { projectId: string; record: FlagRecord }) {
  const router = useRouter();
  const toast = useToast();
  const edited = useApiForm<Fields>({
    schema: Fields,
    start: fieldsOf(record),
    send: async ({ name, metadata }) => {
      const saved = await call(updateRecord, {
        projectId,
        groupId: record.group.id,
        recordId: record.id,
        name: name.trim() || null,
        metadata: metadataOf(metadata),
      });
      edited.form.reset(fieldsOf(saved));
      toast.success("Record saved");
      router.refresh();
    },
    explain: explainMetadata,
  });
  const { isDirty } = edited.form.formState;
  useUnsavedWarning(isDirty && !edited.sending);
  return (
    <Form of={edited} aria-label="Record" onKeyDown={saveByKey}>
      <Card
        title="Record"
        description="For people and programs that look it up. Which flags it gets does not depend on it."
        footer={
          <>
            <span>{isDirty ? "Unsaved changes" : null}</span>
            <Button type="submit" variant="primary" loading={edited.sending} disabled={!isDirty}>
              Save
            </Button>
          </>
        }
      >
        <div className="flex flex-col gap-4">
          <FormAlert>{edited.problem}</FormAlert>
          <FormText name="name" label="Name" optional autoComplete="off" />
          <MetadataField rows={8} />
        </div>
      </Card>
    </Form>
  );
}
