"use client";

import { Copy } from "lucide-react";
import type { RecordName } from "@/components/groups/records-list";
import { useWrite } from "@/components/ui/queries";
import { deletion, RowMenu } from "@/components/ui/row-menu";
import { deleteRecord } from "@/lib/records/contract";

export type RecordMenuProps = {
  record: Pick<RecordName, "id" | "name">;
  projectId: string;
  groupId: string;
  /** Address of the group's page. */
  base: string;
  place: "row" | "page";
};

export function RecordMenu({ record: { id, name }, projectId, groupId, base, place }: RecordMenuProps) {
  const write = useWrite();
  return (
    <RowMenu
      name={name ?? id}
      place={place}
      actions={[
        { label: "Copy ID", icon: Copy, copy: ["ID", id] },
        deletion({
          label: "Delete record",
          what: "record",
          name: name ?? id,
          typed: id,
          consequence:
            "Its overrides go with it, and programs that ask for its flags get 404 from then on. It can be put back for 30 seconds.",
          onDelete: () => write(deleteRecord, { projectId, groupId, recordId: id }),
          next: place === "page" ? base : undefined,
        }),
      ]}
    />
  );
}
