"use client";

import { PasswordText } from "@/components/account/password-text";
import type { LaterDialogProps } from "@/components/ui/later-popup";
import { RecordDialog } from "@/components/ui/record-dialog";
import { endTwoFactor } from "@/lib/account/ways/contract";

export type Proof = { password?: string | undefined };

export type ProofDialogProps = {
  title: string;
  description: string;
  label: string;
  hasPassword: boolean;
  send: (proof: Proof) => Promise<unknown>;
  says?: string;
};

/** Asks for the password before something happens. All operations that ask for it have the same rules. */
export function ProofDialog(props: LaterDialogProps<ProofDialogProps>) {
  const { title, description, label, hasPassword, send, says, trigger } = props;
  return (
    <RecordDialog<Proof, unknown>
      title={title}
      description={description}
      trigger={trigger}
      submitLabel={label}
      form={{ rules: endTwoFactor.body, start: {}, send, says: () => says }}
    >
      {hasPassword ? <PasswordText autoComplete="current-password" /> : null}
    </RecordDialog>
  );
}
