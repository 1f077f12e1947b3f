"use client";

import { ConfirmDelete, type ConfirmDeleteProps } from "@/components/ui/confirm-delete";
import { useNavigate } from "@/components/ui/navigation";
import { useWrite } from "@/components/ui/queries";
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

  async function remove() {
    await write(deleteWebhook, { projectId: inbox.projectId, webhookId: inbox.id });
    if (next) navigate(next, { replace: true, unasked: true });
  }

  return (
    <ConfirmDelete
      {...control}
      what="inbox"
      name={inbox.name}
      consequence="Its captured requests go with it, and senders get 404 from then on. It can be put back for 30 seconds."
      typed={false}
      onDelete={remove}
    />
  );
}
