"use client";

import { Copy, Ellipsis, Inbox, Link2, Settings, Trash2 } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Menu, MenuItem, MenuSeparator } from "@/components/ui/menu";
import { useCopy } from "@/components/ui/use-copy";
import { DeleteInbox } from "@/components/webhooks/delete-inbox";
import { firstCurl } from "@/components/webhooks/first-curl";
import type { Webhook } from "@/components/webhooks/inbox-form-values";

export type InboxRowMenuProps = { webhook: Webhook; base: string };

export function InboxRowMenu({ webhook, base }: InboxRowMenuProps) {
  const [deleting, setDeleting] = useState(false);
  const copy = useCopy();
  return (
    <>
      <Menu
        trigger={
          <Button variant="ghost" size="icon-sm" aria-label={`Actions for ${webhook.name}`}>
            <Ellipsis aria-hidden />
          </Button>
        }
      >
        <MenuItem icon={<Inbox aria-hidden />} href={`${base}/${webhook.id}`}>
          Open
        </MenuItem>
        <MenuItem icon={<Link2 aria-hidden />} onClick={() => copy("URL", webhook.url)}>
          Copy URL
        </MenuItem>
        <MenuItem icon={<Copy aria-hidden />} onClick={() => copy("Command", firstCurl(webhook.url))}>
          Copy curl
        </MenuItem>
        <MenuItem icon={<Settings aria-hidden />} href={`${base}/${webhook.id}/settings`}>
          Settings
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={<Trash2 aria-hidden />} tone="danger" onClick={() => setDeleting(true)}>
          Delete
        </MenuItem>
      </Menu>
      <DeleteInbox webhook={webhook} base={base} open={deleting} onOpenChange={setDeleting} />
    </>
  );
}
