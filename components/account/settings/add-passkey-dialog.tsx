"use client";

import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialCreationOptionsJSON,
  startRegistration,
} from "@simplewebauthn/browser";
import { z } from "zod";
import { passkeyProblem } from "@/components/account/passkey-problem";
import { PasswordText } from "@/components/account/password-text";
import { FormText } from "@/components/ui/form-text";
import type { LaterDialogProps } from "@/components/ui/later-popup";
import { useWrite } from "@/components/ui/queries";
import { RecordDialog } from "@/components/ui/record-dialog";
import { addPasskey, preparePasskey } from "@/lib/account/ways/contract";

export type AddPasskeyProps = { hasPassword: boolean };

const Fields = z.object({ ...addPasskey.body.pick({ name: true }).shape, ...preparePasskey.body.shape });
type Fields = z.input<typeof Fields>;

export function AddPasskeyDialog({ hasPassword, trigger }: LaterDialogProps<AddPasskeyProps>) {
  const write = useWrite();

  async function add({ name, password }: Fields) {
    if (!browserSupportsWebAuthn())
      throw new Error("This browser makes no passkeys, or not at this address.");
    const options = await write(preparePasskey, { password });
    const made = await startRegistration({
      optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON,
    });
    return write(addPasskey, { name, response: { ...made, type: "public-key" } });
  }
  return (
    <RecordDialog<Fields, unknown>
      title="Add a passkey"
      description="Your browser then asks where to keep it."
      trigger={trigger}
      submitLabel="Go on"
      form={{
        rules: Fields,
        start: { name: "" },
        send: add,
        says: () => "Passkey added",
        explain: passkeyProblem,
      }}
    >
      <FormText
        name="name"
        label="Name"
        autoComplete="off"
        placeholder="Laptop"
        hint="Where it is kept, so that you know which one to remove when you lose that."
      />
      {hasPassword ? <PasswordText autoComplete="current-password" /> : null}
    </RecordDialog>
  );
}
