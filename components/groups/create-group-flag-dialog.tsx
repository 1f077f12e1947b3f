"use client";

import type { z } from "zod";
import type { Group, GroupFlag } from "@/components/groups/groups-list";
import { NameAndKey } from "@/components/projects/name-and-key";
import type { LaterDialogProps } from "@/components/ui/later-popup";
import { useWrite } from "@/components/ui/queries";
import { RecordDialog } from "@/components/ui/record-dialog";
import { createGroupFlag } from "@/lib/groups/contract";

const Fields = createGroupFlag.body.pick({ name: true, key: true });
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
        start: { name: "", key: "" },
        send: (fields) =>
          write(createGroupFlag, { projectId: group.projectId, groupId: group.id, ...fields }),
        says: ({ name }) => `Flag “${name}” created`,
      }}
    >
      <NameAndKey hint="What your code asks for." />
    </RecordDialog>
  );
}
