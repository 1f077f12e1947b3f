"use client";

import { useFormContext } from "react-hook-form";
import type { z } from "zod";
import type { Group, GroupFlag } from "@/components/groups/groups-list";
import { useSuggestedSlug } from "@/components/projects/use-suggested-slug";
import { FormText } from "@/components/ui/form-text";
import type { LaterDialogProps } from "@/components/ui/later-popup";
import { useWrite } from "@/components/ui/queries";
import { RecordDialog } from "@/components/ui/record-dialog";
import { useToast } from "@/components/ui/toast";
import { createGroupFlag } from "@/lib/groups/contract";

const Fields = createGroupFlag.body.pick({ name: true, key: true });
type Fields = z.infer<typeof Fields>;

export type CreateGroupFlagProps = { group: Group };

export function CreateGroupFlagDialog({ group, trigger }: LaterDialogProps<CreateGroupFlagProps>) {
  const write = useWrite();
  const toast = useToast();
  return (
    <RecordDialog<Fields, GroupFlag>
      title="New flag"
      description={`Every record of ${group.name} gets it, in every environment. It starts switched off.`}
      trigger={trigger}
      submitLabel="Create flag"
      form={{
        rules: Fields,
        start: { name: "", key: "" },
        send: (fields) =>
          write(createGroupFlag, { projectId: group.projectId, groupId: group.id, ...fields }),
        done: ({ name }) => toast.success(`Flag “${name}” created`),
      }}
    >
      <FlagFields />
    </RecordDialog>
  );
}

function FlagFields() {
  const suggested = useSuggestedSlug(useFormContext<Fields>(), "key");
  return (
    <>
      <FormText name="name" label="Name" autoComplete="off" onChange={suggested.onName} />
      <FormText name="key" label="Key" mono hint="What your code asks for." onChange={suggested.onSlug} />
    </>
  );
}
