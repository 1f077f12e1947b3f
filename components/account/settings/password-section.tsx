"use client";

import type { SectionProps } from "@/components/account/settings/account-sections";
import type { ChangePasswordProps } from "@/components/account/settings/change-password-dialog";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { type LaterDialogProps, laterPopup } from "@/components/ui/later-popup";

const ChangePassword = laterPopup<LaterDialogProps<ChangePasswordProps>>("dialog", () =>
  import("@/components/account/settings/change-password-dialog").then((file) => file.ChangePasswordDialog),
);

type Props = SectionProps & { onChanged: () => void };

export function PasswordSection({ account: { hasPassword }, onChanged }: Props) {
  return (
    <Card
      title="Password"
      description={
        hasPassword
          ? "Changing your password signs you out everywhere else."
          : "Your account has no password. You sign in with another service."
      }
      flush
      actions={
        <ChangePassword
          hasPassword={hasPassword}
          onChanged={onChanged}
          trigger={<Button>{hasPassword ? "Change password" : "Set a password"}</Button>}
        />
      }
    />
  );
}
