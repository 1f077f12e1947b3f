"use client";

import { Copy, Inbox, Link2, Settings } from "lucide-react";
import type { ReactElement } from "react";
import { useShownUrl } from "@/components/shell/project-urls";
import { ConfirmDelete } from "@/components/ui/confirm-dialog";
import { useWrite } from "@/components/ui/queries";
import { deletion, RowMenu } from "@/components/ui/row-menu";
import { firstCurl } from "@/components/webhooks/curl-of-capture";
import type { InboxSummary } from "@/components/webhooks/inboxes-list";
import { deleteWebhook } from "@/lib/webhooks/contract";

export type InboxMenuProps = { inbox: InboxSummary; base: string };

export function InboxMenu({ inbox, base }: InboxMenuProps) {
  const { id, name } = inbox;
  const url = useShownUrl()(inbox.url);
  return (
    <RowMenu
      name={name}
      place="row"
      actions={[
        { label: "Open", icon: Inbox, href: `${base}/${id}` },
        { label: "Copy URL", icon: Link2, copy: ["URL", url] },
        { label: "Copy curl", icon: Copy, copy: ["Command", firstCurl(url)] },
        { label: "Settings", icon: Settings, href: `${base}/${id}/settings` },
        deletion(useRemoval(inbox)),
      ]}
    />
  );
}

type Deleted = Pick<InboxSummary, "id" | "projectId" | "name">;

function useRemoval({ id: webhookId, projectId, name }: Deleted) {
  const write = useWrite();
  return {
    what: "inbox",
    name,
    consequence:
      "Its captured requests go with it, and senders get 404 from then on. It can be put back for 30 seconds.",
    typed: false as const,
    onDelete: () => write(deleteWebhook, { projectId, webhookId }),
  };
}

export type DeleteInboxProps = {
  inbox: Deleted;
  /** The page to open after the inbox is deleted. */
  next: string;
  trigger: ReactElement;
};

export function DeleteInbox({ inbox, ...props }: DeleteInboxProps) {
  return <ConfirmDelete {...useRemoval(inbox)} {...props} />;
}
