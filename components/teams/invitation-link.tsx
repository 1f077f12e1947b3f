"use client";

import { useState } from "react";
import { EmailStatusCallout } from "@/components/emails/email-status";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Dialog } from "@/components/ui/dialog";
import { DialogFooter } from "@/components/ui/dialog-end";
import { useAnswer } from "@/components/ui/queries";
import type { Output } from "@/lib/operations/operation";
import { type createInvitation, listInvitations } from "@/lib/teams/contract";

export type SentInvitation = Output<typeof createInvitation>;

export type InvitationLinkProps = {
  teamId: string;
  open: boolean;
  /** Null if there is nothing to show. */
  sent: SentInvitation | null;
  onDone: () => void;
};

/** Shows an invitation's link once, and what became of the email with it. */
export function InvitationLink({ teamId, open, sent, onDone }: InvitationLinkProps) {
  const [last, setLast] = useState(sent);
  if (sent && sent !== last) setLast(sent);
  const { email = "", url = "" } = last ?? {};
  return (
    <Dialog
      title={`Invitation link for ${email}`}
      description="We store only a hash, so this link won't be shown again. You can create a new one at any time, which replaces this one."
      open={open}
      onOpenChange={(next) => (next ? undefined : onDone())}
    >
      <div className="flex flex-col gap-4">
        <div className="flex items-center gap-2 rounded-lg border border-edge bg-sunken py-2 pr-2 pl-3.5 max-sm:flex-col max-sm:items-stretch">
          <code className="min-w-0 flex-1 select-all break-all text-ink text-sm">{url}</code>
          <CopyButton text={url} what="link" showLabel variant="primary" size="md" />
        </div>
        {last ? <InvitationEmail teamId={teamId} sent={last} /> : null}
        <DialogFooter>
          <Button onClick={onDone}>Done</Button>
        </DialogFooter>
      </div>
    </Dialog>
  );
}

/** The first attempt takes a second. */
const soonMs = 1000;

function InvitationEmail({ teamId, sent }: { teamId: string; sent: SentInvitation }) {
  const { id, email } = sent;
  const { data } = useAnswer(listInvitations, { teamId, q: email, limit: 100 }, { watch: soonMs });
  const status = data?.find((each) => each.id === id)?.emailStatus ?? sent.emailStatus;
  return status ? (
    <EmailStatusCallout status={status} to={email} instead="You can copy the link and share it yourself." />
  ) : null;
}
