"use client";

import { useRouter } from "next/navigation";
import type { RecordName } from "@/components/groups/record-rows";
import { ConfirmDelete, type ConfirmDeleteProps } from "@/components/ui/confirm-delete";
import { useNavigate } from "@/components/ui/navigation";
import { useToast } from "@/components/ui/toast";
import { call } from "@/lib/operations/client";
import { deleteRecord } from "@/lib/records/contract";

export type DeleteRecordProps = Pick<ConfirmDeleteProps, "open" | "onOpenChange"> & {
  record: RecordName;
  projectId: string;
  groupId: string;
  /** Address of the group's page, which it leads to. */
  base: string;
};

export function DeleteRecord({ record, projectId, groupId, base, ...control }: DeleteRecordProps) {
  const router = useRouter();
  const navigate = useNavigate();
  const toast = useToast();

  async function remove() {
    await call(deleteRecord, { projectId, groupId, recordId: record.id });
    toast.success(`Record “${record.name ?? record.id}” deleted`);
    navigate(base, { replace: true, unasked: true });
    router.refresh();
  }

  return (
    <ConfirmDelete
      {...control}
      what="record"
      name={record.name ?? record.id}
      typed={record.id}
      consequence="Its overrides go with it, and programs that ask for its flags get 404 from then on. This cannot be undone."
      onDelete={remove}
    />
  );
}
