"use client";

import { Copy, Inbox, Link2, Settings, Trash2 } from "lucide-react";
import { useState } from "react";
import { MenuItem, MenuSeparator } from "@/components/ui/menu";
import { RowMenu } from "@/components/ui/row-menu";
import { useCopy } from "@/components/ui/use-copy";
import { DeleteInbox } from "@/components/webhooks/delete-inbox";
import { firstCurl } from "@/components/webhooks/first-curl";
import type { InboxSummary } from "@/components/webhooks/inboxes-list";

export type InboxMenuProps = { inbox: InboxSummary; base: string };

export function InboxMenu({ inbox, base }: InboxMenuProps) {
  const [deleting, setDeleting] = useState(false);
  const copy = useCopy();
  const { id, name, url } = inbox;
  return (
    <>
      <RowMenu name={name} place="row">
        <MenuItem icon={<Inbox aria-hidden />} href={`${base}/${id}`}>
          Open
        </MenuItem>
        <MenuItem icon={<Link2 aria-hidden />} onClick={() => copy("URL", url)}>
          Copy URL
        </MenuItem>
        <MenuItem icon={<Copy aria-hidden />} onClick={() => copy("Command", firstCurl(url))}>
          Copy curl
        </MenuItem>
        <MenuItem icon={<Settings aria-hidden />} href={`${base}/${id}/settings`}>
          Settings
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={<Trash2 aria-hidden />} tone="danger" onClick={() => setDeleting(true)}>
          Delete
        </MenuItem>
      </RowMenu>
      <DeleteInbox inbox={inbox} open={deleting} onOpenChange={setDeleting} />
    </>
  );
}
