"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { CopyButton } from "@/components/ui/copy-button";
import { Dialog } from "@/components/ui/dialog";
import { DialogFooter } from "@/components/ui/dialog-end";
import type { Output } from "@/lib/operations/operation";
import type { createInvitation } from "@/lib/teams/contract";

export type SentInvitation = Output<typeof createInvitation>;

export type InvitationLinkProps = {
  open: boolean;
  /** Null if there is nothing to show. */
  sent: SentInvitation | null;
  onDone: () => void;
};

/** Shows an invitation's link, this once; whoever loses it sends the invitation again. */
export function InvitationLink({ open, sent, onDone }: InvitationLinkProps) {
  const [last, setLast] = useState(sent);
  if (sent && sent !== last) setLast(sent);
  const { email = "", url = "", mailed = false } = last ?? {};
  return (
    <Dialog
      title={`The link for ${email}`}
      description="Fieldkit keeps only a hash of it and does not show it again. You can send a new one at any time."
      open={open}
      onOpenChange={(next) => (next ? undefined : onDone())}
    >
      <div className="flex flex-col gap-4">
        <div className="flex items-center gap-2 rounded-lg border border-edge bg-sunken py-2 pr-2 pl-3.5 max-sm:flex-col max-sm:items-stretch">
          <code className="min-w-0 flex-1 select-all break-all text-ink text-sm">{url}</code>
          <CopyButton text={url} what="link" showLabel variant="primary" size="md" />
        </div>
        <Callout tone={mailed ? "success" : "warning"}>
          {mailed
            ? `It is on its way to ${email} by mail, too.`
            : "It was not mailed. Copy it and pass it on yourself."}
        </Callout>
        <DialogFooter>
          <Button onClick={onDone}>Done</Button>
        </DialogFooter>
      </div>
    </Dialog>
  );
}
