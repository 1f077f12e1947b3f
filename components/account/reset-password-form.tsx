"use client";

import { EntranceForm } from "@/components/account/entrance-form";
import { PasswordText } from "@/components/account/password-text";
import { resetPassword } from "@/lib/auth/contract";
import { call } from "@/lib/operations/client";

const rules = resetPassword.body.pick({ password: true });

export function ResetPasswordForm({ token }: { token: string }) {
  return (
    <EntranceForm
      label="Set password and sign in"
      next="/-/account?review=sign-in"
      rules={rules}
      send={(fields) => call(resetPassword, { ...fields, token })}
    >
      <PasswordText autoComplete="new-password" hint="At least 8 characters." />
    </EntranceForm>
  );
}
