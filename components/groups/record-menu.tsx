"use client";

import { Copy, Trash2 } from "lucide-react";
import { useState } from "react";
import type { RecordName } from "@/components/groups/groups-list";
import { ConfirmDelete } from "@/components/ui/confirm-delete";
import { MenuItem, MenuSeparator } from "@/components/ui/menu";
import { useNavigate } from "@/components/ui/navigation";
import { useWrite } from "@/components/ui/queries";
import { RowMenu } from "@/components/ui/row-menu";
import { useCopy } from "@/components/ui/use-copy";
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
  const [deleting, setDeleting] = useState(false);
  const copy = useCopy();
  const navigate = useNavigate();
  const write = useWrite();

  async function remove() {
    await write(deleteRecord, { projectId, groupId, recordId: id });
    if (place === "page") navigate(base, { replace: true, unasked: true });
  }

  return (
    <>
      <RowMenu name={name ?? id} place={place}>
        <MenuItem icon={<Copy aria-hidden />} onClick={() => void copy("ID", id)}>
          Copy ID
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={<Trash2 aria-hidden />} tone="danger" onClick={() => setDeleting(true)}>
          Delete record
        </MenuItem>
      </RowMenu>
      <ConfirmDelete
        what="record"
        name={name ?? id}
        typed={id}
        consequence="Its overrides go with it, and programs that ask for its flags get 404 from then on. It can be put back for 30 seconds."
        open={deleting}
        onOpenChange={setDeleting}
        onDelete={remove}
      />
    </>
  );
}
