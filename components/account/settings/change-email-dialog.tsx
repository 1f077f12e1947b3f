"use client";

import { PasswordText } from "@/components/account/password-text";
import { FormText } from "@/components/ui/form-text";
import type { LaterDialogProps } from "@/components/ui/later-popup";
import { useWrite } from "@/components/ui/queries";
import { RecordDialog } from "@/components/ui/record-dialog";
import { requestEmailChange } from "@/lib/account/ways/contract";

export type ChangeEmailProps = { mails: boolean; hasPassword: boolean };

export function ChangeEmailDialog({ mails, hasPassword, trigger }: LaterDialogProps<ChangeEmailProps>) {
  const write = useWrite();
  return (
    <RecordDialog
      title="Change e-mail address"
      description={
        mails
          ? "A link goes to the new address. Nothing changes before it is opened and confirmed."
          : "This Fieldkit sends no mail: whoever runs it finds the link in its outbox. Nothing changes before it is confirmed."
      }
      trigger={trigger}
      submitLabel="Send the link"
      form={{
        rules: requestEmailChange.body,
        start: { newEmail: "" },
        send: (fields) => write(requestEmailChange, fields),
        says: () => (mails ? "A link is on its way to the new address" : "The link is in the outbox"),
      }}
    >
      <FormText name="newEmail" label="New e-mail address" type="email" autoComplete="off" />
      {hasPassword ? <PasswordText autoComplete="current-password" /> : null}
    </RecordDialog>
  );
}
