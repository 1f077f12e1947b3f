"use client";

import { KeyRound, Pencil, Trash2 } from "lucide-react";
import type { SectionProps } from "@/components/account/settings/account-sections";
import type { AddPasskeyProps } from "@/components/account/settings/add-passkey-dialog";
import { ProvedFromMenu } from "@/components/account/settings/proof";
import type { RenamePasskeyProps } from "@/components/account/settings/rename-passkey-dialog";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { type LaterDialogProps, laterPopup } from "@/components/ui/later-popup";
import { useAnswer, useWrite } from "@/components/ui/queries";
import { RowMenu } from "@/components/ui/row-menu";
import { RelativeTime } from "@/components/ui/times";
import { listPasskeys, removePasskey } from "@/lib/account/ways/contract";

const AddPasskey = laterPopup<LaterDialogProps<AddPasskeyProps>>("dialog", () =>
  import("@/components/account/settings/add-passkey-dialog").then((file) => file.AddPasskeyDialog),
);
const RenamePasskey = laterPopup<RenamePasskeyProps>("dialog", () =>
  import("@/components/account/settings/rename-passkey-dialog").then((file) => file.RenamePasskeyDialog),
);

export function PasskeysSection({ account }: SectionProps) {
  const write = useWrite();
  const { data: passkeys = [] } = useAnswer(listPasskeys, {});
  return (
    <Card
      title="Passkeys"
      description="Sign in with your device's lock or a security key: no password, and no code."
      flush
      actions={<AddPasskey hasPassword={account.hasPassword} trigger={<Button>Add a passkey</Button>} />}
    >
      {passkeys.length > 0 ? (
        <ul className="divide-y divide-line">
          {passkeys.map((passkey) => (
            <li key={passkey.id} className="flex items-center gap-3 px-5 py-2.5">
              <KeyRound aria-hidden className="size-4 shrink-0 text-ink-mute" />
              <span className="min-w-0 flex-1">
                <span className="block truncate text-ink">{passkey.name}</span>
                <span className="block text-ink-mute text-xs">
                  {passkey.isSynced ? "On all your devices" : "On one device"}, added{" "}
                  <RelativeTime value={passkey.createdAt} />
                </span>
              </span>
              <RowMenu
                name={passkey.name}
                place="row"
                actions={[
                  {
                    label: "Rename",
                    icon: Pencil,
                    dialog: (control) => <RenamePasskey passkey={passkey} {...control} />,
                  },
                  {
                    label: "Remove",
                    icon: Trash2,
                    danger: true,
                    dialog: (control) => (
                      <ProvedFromMenu
                        title={`Remove passkey “${passkey.name}”?`}
                        description="It can no longer sign in, and its other sessions are signed out. Your device may still offer it."
                        label="Remove passkey"
                        hasPassword={account.hasPassword}
                        send={(proof) => write(removePasskey, { passkeyId: passkey.id, ...proof })}
                        says="Passkey removed"
                        {...control}
                      />
                    ),
                  },
                ]}
              />
            </li>
          ))}
        </ul>
      ) : null}
    </Card>
  );
}
