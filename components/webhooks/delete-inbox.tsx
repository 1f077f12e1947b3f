"use client";

import { ConfirmDelete, type ConfirmDeleteProps } from "@/components/ui/confirm-delete";
import { useNavigate } from "@/components/ui/navigation";
import { useWrite } from "@/components/ui/queries";
import { useToast } from "@/components/ui/toast";
import type { InboxSummary } from "@/components/webhooks/inboxes-list";
import { deleteWebhook } from "@/lib/webhooks/contract";

export type DeleteInboxProps = Pick<ConfirmDeleteProps, "trigger" | "open" | "onOpenChange"> & {
  inbox: Pick<InboxSummary, "id" | "projectId" | "name">;
  /** Where to go from a page of the inbox, which is no more. */
  next?: string;
};

export function DeleteInbox({ inbox, next, ...control }: DeleteInboxProps) {
  const write = useWrite();
  const navigate = useNavigate();
  const toast = useToast();

  async function remove() {
    await write(deleteWebhook, { projectId: inbox.projectId, webhookId: inbox.id });
    toast.success(`Inbox “${inbox.name}” deleted`);
    if (next) navigate(next, { replace: true, unasked: true });
  }

  return (
    <ConfirmDelete
      {...control}
      what="inbox"
      name={inbox.name}
      consequence="Its captured requests go with it, and senders get 404 from then on. The same address cannot be had again."
      typed={false}
      onDelete={remove}
    />
  );
}
