"use client";

import type { SectionProps } from "@/components/account/settings/account-sections";
import type { ChangePasswordProps } from "@/components/account/settings/change-password-dialog";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { type LaterDialogProps, laterPopup } from "@/components/ui/later-popup";

const ChangePassword = laterPopup<LaterDialogProps<ChangePasswordProps>>("dialog", () =>
  import("@/components/account/settings/change-password-dialog").then((file) => file.ChangePasswordDialog),
);

export function PasswordSection({ account: { hasPassword } }: SectionProps) {
  return (
    <Card
      title="Password"
      description={
        hasPassword
          ? "Another one ends all your other sessions."
          : "Your account has none: you sign in through another service."
      }
      flush
      actions={
        <ChangePassword
          hasPassword={hasPassword}
          trigger={<Button>{hasPassword ? "Change password" : "Set a password"}</Button>}
        />
      }
    />
  );
}
