"use client";

import { PasswordText } from "@/components/account/password-text";
import type { LaterDialogProps } from "@/components/ui/later-popup";
import { useWrite } from "@/components/ui/queries";
import { RecordDialog } from "@/components/ui/record-dialog";
import { changePassword } from "@/lib/account/contract";

export type ChangePasswordProps = { hasPassword: boolean; onChanged: () => void };

export function ChangePasswordDialog({
  hasPassword,
  onChanged,
  trigger,
}: LaterDialogProps<ChangePasswordProps>) {
  const write = useWrite();
  return (
    <RecordDialog
      title={hasPassword ? "Change password" : "Set a password"}
      description="You'll be signed out everywhere else."
      trigger={trigger}
      submitLabel="Save password"
      form={{
        rules: changePassword.body,
        start: { newPassword: "" },
        send: (fields) => write(changePassword, fields),
        says: () => "Password changed",
        done: onChanged,
      }}
    >
      {hasPassword ? (
        <PasswordText name="currentPassword" label="Current password" autoComplete="current-password" />
      ) : null}
      <PasswordText
        name="newPassword"
        label="New password"
        autoComplete="new-password"
        hint="At least 8 characters."
      />
    </RecordDialog>
  );
}
