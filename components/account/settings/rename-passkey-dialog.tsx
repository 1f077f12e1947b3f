"use client";

import { FormText } from "@/components/ui/form-text";
import { useWrite } from "@/components/ui/queries";
import { RecordDialog } from "@/components/ui/record-dialog";
import { addPasskey, type listPasskeys, renamePasskey } from "@/lib/account/ways/contract";
import type { Output } from "@/lib/operations/operation";

export type RenamePasskeyProps = {
  passkey: Output<typeof listPasskeys>[number];
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

export function RenamePasskeyDialog({ passkey, ...control }: RenamePasskeyProps) {
  const write = useWrite();
  return (
    <RecordDialog
      title="Rename passkey"
      submitLabel="Rename"
      {...control}
      form={{
        rules: addPasskey.body.pick({ name: true }),
        start: { name: passkey.name },
        send: ({ name }) => write(renamePasskey, { passkeyId: passkey.id, name }),
      }}
    >
      <FormText name="name" label="Name" autoComplete="off" />
    </RecordDialog>
  );
}
