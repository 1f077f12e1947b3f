"use client";

import type { SectionProps } from "@/components/account/settings/account-sections";
import type { DeleteAccountProps } from "@/components/account/settings/delete-account-dialog";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { type LaterDialogProps, laterPopup } from "@/components/ui/later-popup";

const DeleteDialog = laterPopup<LaterDialogProps<DeleteAccountProps>>("dialog", () =>
  import("@/components/account/settings/delete-account-dialog").then((file) => file.DeleteAccountDialog),
);

export function DeleteAccount({ account: { email, hasPassword } }: SectionProps) {
  return (
    <Card
      title="Delete account"
      description="Your personal team and its projects go with it. Shared teams stay with their other members."
      flush
      actions={
        <DeleteDialog
          email={email}
          hasPassword={hasPassword}
          trigger={<Button variant="danger-outline">Delete account</Button>}
        />
      }
    />
  );
}
