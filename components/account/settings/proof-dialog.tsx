"use client";

import { PasswordText } from "@/components/account/password-text";
import type { DialogProps } from "@/components/ui/dialog";
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
export function ProofDialog(
  props: ProofDialogProps & Pick<DialogProps, "trigger" | "open" | "onOpenChange">,
) {
  const { label, hasPassword, send, says, ...dialog } = props;
  return (
    <RecordDialog<Proof, unknown>
      {...dialog}
      submitLabel={label}
      form={{ rules: endTwoFactor.body, start: {}, send, says: () => says }}
    >
      {hasPassword ? <PasswordText autoComplete="current-password" /> : null}
    </RecordDialog>
  );
}
