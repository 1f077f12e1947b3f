"use client";

import { Plus } from "lucide-react";
import { useRouter } from "next/navigation";
import { z } from "zod";
import { explainMetadata } from "@/components/groups/explain-metadata";
import type { Group } from "@/components/groups/group-types";
import { MetadataField } from "@/components/groups/metadata-field";
import { MetadataText, metadataOf } from "@/components/groups/metadata-text";
import { Button } from "@/components/ui/button";
import { Dialog, DialogClose, DialogFooter } from "@/components/ui/dialog";
import { Form } from "@/components/ui/form";
import { FormAlert } from "@/components/ui/form-alert";
import { FormText } from "@/components/ui/form-text";
import { useNavigate } from "@/components/ui/navigation";
import { useToast } from "@/components/ui/toast";
import { useApiForm } from "@/components/ui/use-api-form";
import { call } from "@/lib/operations/client";
import { createRecord } from "@/lib/records/contract";

export type CreateRecordProps = {
  group: Group;
  /** Address of the group's page. */
  base: string;
  label: string;
};

export function CreateRecord({ group, base, label }: CreateRecordProps) {
  return (
    <Dialog
      title="New record"
      description={`One of ${group.name}, by the id that your code knows it by.`}
      trigger={
        <Button>
          <Plus aria-hidden />
          {label}
        </Button>
      }
    >
      <CreateForm group={group} base={base} />
    </Dialog>
  );
}

const Fields = z.object({
  id: z.union([z.literal(""), createRecord.body.shape.id.unwrap()]),
  name: z.string().max(200, { error: "must have at most 200 characters" }),
  metadata: MetadataText,
});
type Fields = z.infer<typeof Fields>;

function CreateForm({ group, base }: Omit<CreateRecordProps, "label">) {
  const router = useRouter();
  const navigate = useNavigate();
  const toast = useToast();
  const record = useApiForm<Fields>({
    schema: Fields,
    start: { id: "", name: "", metadata: "" },
    send: async ({ id, name, metadata }) => {
      const created = await call(createRecord, {
        projectId: group.projectId,
        groupId: group.id,
        ...(id && { id }),
        name: name.trim() || null,
        metadata: metadataOf(metadata),
      });
      toast.success(`Record “${created.name ?? created.id}” created`);
      navigate(`${base}/records/${created.id}`);
      router.refresh();
    },
    explain: explainMetadata,
  });
  return (
    <Form of={record} className="flex flex-col gap-4">
      <FormAlert>{record.problem}</FormAlert>
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
      <DialogFooter>
        <DialogClose />
        <Button type="submit" variant="primary" loading={record.sending || record.accepted}>
          Create record
        </Button>
      </DialogFooter>
    </Form>
  );
}
