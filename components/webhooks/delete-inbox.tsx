"use client";

import { useRouter } from "next/navigation";
import { ConfirmDelete, type ConfirmDeleteProps } from "@/components/ui/confirm-delete";
import { useNavigate } from "@/components/ui/navigation";
import { useToast } from "@/components/ui/toast";
import type { Webhook } from "@/components/webhooks/inbox-form-values";
import { call } from "@/lib/operations/client";
import { deleteWebhook } from "@/lib/webhooks/contract";

type Control = Pick<ConfirmDeleteProps, "trigger" | "open" | "onOpenChange">;
export type DeleteInboxProps = Control & { webhook: Webhook; base: string };

/** Asks, deletes the inbox and leads to the list. */
export function DeleteInbox({ webhook, base, ...control }: DeleteInboxProps) {
  const router = useRouter();
  const navigate = useNavigate();
  const toast = useToast();

  async function remove() {
    await call(deleteWebhook, { projectId: webhook.projectId, webhookId: webhook.id });
    toast.success(`Inbox “${webhook.name}” deleted`);
    navigate(base, { replace: true });
    router.refresh();
  }

  return (
    <ConfirmDelete
      {...control}
      what="inbox"
      name={webhook.name}
      consequence="Its captured requests go with it, and senders get 404 from then on. The same address cannot be had again."
      typed={false}
      onDelete={remove}
    />
  );
}
