"use client";

import { EntranceForm } from "@/components/account/entrance-form";
import { PasswordText } from "@/components/account/password-text";
import { FormText } from "@/components/ui/form-text";
import { signUp } from "@/lib/auth/contract";
import { ApiError, call } from "@/lib/operations/client";

export type SignUpFormProps = { next: string; invitation: string | undefined };

export function SignUpForm({ next, invitation }: SignUpFormProps) {
  return (
    <EntranceForm
      label="Create account"
      next={next}
      rules={signUp.body}
      send={(account) => call(signUp, { ...account, ...(invitation && { invitation }) })}
      explain={explain}
    >
      <FormText name="name" label="Name" autoComplete="name" />
      <FormText name="email" label="E-mail" type="email" autoComplete="username" />
      <PasswordText autoComplete="new-password" hint="At least 8 characters." />
    </EntranceForm>
  );
}

function explain(error: unknown) {
  if (!(error instanceof ApiError && /already[ _]exists/i.test(`${error.code} ${error.message}`))) return;
  return {
    field: "email" as const,
    message: "There is an account with this e-mail address already. Sign in instead.",
  };
}
