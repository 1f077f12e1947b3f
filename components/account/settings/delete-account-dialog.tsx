"use client";

import { z } from "zod";
import { PasswordText } from "@/components/account/password-text";
import { FormText } from "@/components/ui/form-text";
import type { LaterDialogProps } from "@/components/ui/later-popup";
import { RecordDialog } from "@/components/ui/record-dialog";
import { deleteAccount } from "@/lib/account/contract";
import { call } from "@/lib/operations/client";

export type DeleteAccountProps = { email: string; hasPassword: boolean };

const Fields = deleteAccount.body.extend({ typed: z.string() });
type Fields = z.input<typeof Fields>;

export function DeleteAccountDialog({ email, hasPassword, trigger }: LaterDialogProps<DeleteAccountProps>) {
  const rules = Fields.refine(({ typed }) => typed.trim().toLowerCase() === email.toLowerCase(), {
    path: ["typed"],
    error: `must be ${email}`,
  });
  return (
    <RecordDialog<Fields, unknown>
      title="Delete your account?"
      description="Your personal team with its projects, mocks, inboxes, flags and releases is deleted, and every session ends. This cannot be undone."
      trigger={trigger}
      submitLabel="Delete account"
      form={{
        rules,
        start: { typed: "" },
        send: ({ password }) => call(deleteAccount, { password }),
        done: () => window.location.assign("/sign-in"),
      }}
    >
      <FormText name="typed" label="Type your e-mail address to confirm" autoComplete="off" />
      {hasPassword ? <PasswordText autoComplete="current-password" /> : null}
    </RecordDialog>
  );
}
