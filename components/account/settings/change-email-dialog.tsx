"use client";

import { PasswordText } from "@/components/account/password-text";
import { describeEmail } from "@/components/emails/email-words";
import { FormText } from "@/components/ui/form-text";
import type { LaterDialogProps } from "@/components/ui/later-popup";
import { useWrite } from "@/components/ui/queries";
import { RecordDialog } from "@/components/ui/record-dialog";
import { requestEmailChange } from "@/lib/account/email-change/contract";

export type ChangeEmailProps = { mails: boolean; hasPassword: boolean };

export function ChangeEmailDialog({ mails, hasPassword, trigger }: LaterDialogProps<ChangeEmailProps>) {
  const write = useWrite();
  return (
    <RecordDialog
      title="Change email address"
      description={
        mails
          ? "We'll send a link to the new address. Your email address changes when you confirm it."
          : "Email isn't set up on this instance. Ask your administrator for the link in the outbox. Your email address changes when you confirm it."
      }
      trigger={trigger}
      submitLabel="Send link"
      form={{
        rules: requestEmailChange.body,
        start: { newEmail: "" },
        send: (fields) => write(requestEmailChange, fields),
        says: ({ emailStatus }) => describeEmail(emailStatus, "the new address").text,
      }}
    >
      <FormText name="newEmail" label="New email address" type="email" autoComplete="off" />
      {hasPassword ? <PasswordText autoComplete="current-password" /> : null}
    </RecordDialog>
  );
}
