"use client";

import type { z } from "zod";
import type { Account, SectionProps } from "@/components/account/settings/account-sections";
import type { ChangeEmailProps } from "@/components/account/settings/change-email-dialog";
import { EmailStatusCallout } from "@/components/emails/email-status";
import { VerificationEmail } from "@/components/emails/verification-email";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { Card } from "@/components/ui/card";
import { FormNews } from "@/components/ui/form-end";
import { FormFrame } from "@/components/ui/form-frame";
import { FormText } from "@/components/ui/form-text";
import { type LaterDialogProps, laterPopup } from "@/components/ui/later-popup";
import { useAnswer, useWrite } from "@/components/ui/queries";
import { useFormFrame } from "@/components/ui/use-form-frame";
import { getAccount, getAccountEmails, updateAccount } from "@/lib/account/contract";

const ChangeEmail = laterPopup<LaterDialogProps<ChangeEmailProps>>("dialog", () =>
  import("@/components/account/settings/change-email-dialog").then((file) => file.ChangeEmailDialog),
);

const Profile = updateAccount.body.required();
type Profile = z.input<typeof Profile>;

export function ProfileSection({ account }: SectionProps) {
  const write = useWrite();
  const frame = useFormFrame<Profile, Account>({
    rules: Profile,
    edited: {
      row: account,
      read: { op: getAccount, input: {} },
      values: ({ name }) => ({ name }),
      fields: { name: "Name" },
      what: "account",
    },
    send: (_, { changed, ifMatch }) =>
      write(
        updateAccount,
        changed((values) => values),
        { ifMatch },
      ),
    titled: true,
    says: () => "Name saved",
  });
  return (
    <FormFrame of={frame} aria-label="Profile">
      <Card
        title="Profile"
        footer={
          <>
            <span>Members of your teams see your name and address.</span>
            <Button type="submit" variant="primary" loading={frame.sending} disabled={!frame.unsaved}>
              Save
            </Button>
          </>
        }
      >
        <div className="flex flex-col gap-4">
          <FormText name="name" label="Name" autoComplete="name" />
          <FormNews of={frame} />
        </div>
      </Card>
    </FormFrame>
  );
}

export function AddressSection({ account, mails }: SectionProps & { mails: boolean }) {
  return (
    <Card
      title="Email address"
      description="You sign in with it, and we send notices about your account to it."
      actions={
        <ChangeEmail mails={mails} hasPassword={account.hasPassword} trigger={<Button>Change</Button>} />
      }
    >
      <div className="flex flex-col gap-3">
        <p className="flex min-w-0 flex-wrap items-center gap-2">
          <span className="min-w-0 break-all text-ink">{account.email}</span>
          {account.emailVerified ? (
            <Badge tone="green">Verified</Badge>
          ) : (
            <Badge tone="amber">Unverified</Badge>
          )}
        </p>
        {account.emailVerified ? null : (
          <>
            <Callout tone={mails ? "warning" : "info"}>
              {mails
                ? "Verify your email address to send invitations and releases by email. Everything else works without it."
                : "Email isn't set up on this instance, so verification is optional."}
            </Callout>
            <VerificationEmail to={account.email} />
          </>
        )}
        <EmailChangeStatus />
      </div>
    </Card>
  );
}

/** Tells that the link for a new address hasn't arrived there. */
function EmailChangeStatus() {
  const { data } = useAnswer(getAccountEmails, {});
  const status = data?.emailChange;
  if (!status || status.state === "sent" || (status.state === "queued" && status.error === null)) return null;
  return (
    <EmailStatusCallout
      status={status}
      to="the new address"
      instead="Change the address again to resend it."
    />
  );
}
