"use client";

import type { z } from "zod";
import { checkNewValues, newValueFields, sentValues, startValues } from "@/components/flags/new-values";
import { TypeFields } from "@/components/flags/type-fields";
import type { Group, GroupFlag } from "@/components/groups/groups-list";
import { NameAndKey } from "@/components/projects/name-and-key";
import type { LaterDialogProps } from "@/components/ui/later-popup";
import { useWrite } from "@/components/ui/queries";
import { RecordDialog } from "@/components/ui/record-dialog";
import { createGroupFlag } from "@/lib/groups/flag-changes/contract";

const Fields = createGroupFlag.body
  .pick({ name: true, key: true })
  .extend(newValueFields)
  .superRefine(checkNewValues);
type Fields = z.infer<typeof Fields>;

export type CreateGroupFlagProps = { group: Group };

export function CreateGroupFlagDialog({ group, trigger }: LaterDialogProps<CreateGroupFlagProps>) {
  const write = useWrite();
  return (
    <RecordDialog<Fields, GroupFlag>
      title="New flag"
      description={`Every record of ${group.name} gets it, in every environment. It starts switched off.`}
      trigger={trigger}
      submitLabel="Create flag"
      form={{
        rules: Fields,
        start: { ...startValues, name: "", key: "" },
        send: ({ name, key, ...values }) => {
          const place = { projectId: group.projectId, groupId: group.id };
          return write(createGroupFlag, { ...place, name, key, ...sentValues(values) });
        },
        says: ({ name }) => `Flag “${name}” created`,
      }}
    >
      <NameAndKey hint="What your code asks for." />
      <TypeFields />
    </RecordDialog>
  );
}
