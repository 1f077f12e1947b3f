"use client";

import type { z } from "zod";
import type { SentInvitation } from "@/components/teams/invitation-link";
import { Callout } from "@/components/ui/callout";
import { FormSelect } from "@/components/ui/form-choices";
import { FormText } from "@/components/ui/form-text";
import type { LaterDialogProps } from "@/components/ui/later-popup";
import { Link } from "@/components/ui/link";
import { useWrite } from "@/components/ui/queries";
import { RecordDialog } from "@/components/ui/record-dialog";
import { createInvitation } from "@/lib/teams/contract";

/** What becomes of an invitation's email: sent, or not, because email isn't set up or the inviter's address is unverified. */
export type InvitationDelivery = "email" | "not_configured" | "needs_verification";

export type InvitePersonProps = {
  teamId: string;
  delivery: InvitationDelivery;
  onInvited: (sent: SentInvitation) => void;
};

const deliveries: Record<InvitationDelivery, string> = {
  email: "Fieldkit emails it, and you can copy it.",
  not_configured: "Email isn’t set up on this instance, so copy the link and share it yourself.",
  needs_verification: "Fieldkit doesn’t email it, so copy the link and share it yourself.",
};

const rules = createInvitation.body.required();

export function InviteDialog({ teamId, delivery, onInvited, trigger }: LaterDialogProps<InvitePersonProps>) {
  const write = useWrite();
  return (
    <RecordDialog<z.output<typeof rules>, SentInvitation>
      title="Invite a teammate"
      description={`Creates a single-use link that expires in 7 days. ${deliveries[delivery]}`}
      trigger={trigger}
      submitLabel="Invite"
      form={{
        rules: rules as z.ZodType<z.output<typeof rules>, z.output<typeof rules>>,
        start: { email: "", role: "member" },
        send: (fields) => write(createInvitation, { teamId, ...fields }),
        done: onInvited,
      }}
    >
      {delivery === "needs_verification" ? (
        <Callout tone="warning">
          Your own email address isn’t verified.{" "}
          <Link href="/-/account" className="text-ink underline underline-offset-2">
            Verify it
          </Link>{" "}
          so that Fieldkit can email invitations.
        </Callout>
      ) : null}
      <FormText name="email" label="Email" type="email" autoComplete="off" />
      <FormSelect
        name="role"
        label="Role"
        options={[
          { value: "member", label: "Member: works on all projects" },
          { value: "admin", label: "Admin: also manages people, keys and projects" },
        ]}
      />
    </RecordDialog>
  );
}
