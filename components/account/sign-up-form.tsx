"use client";

import { EntranceForm } from "@/components/account/entrance-form";
import { PasswordText } from "@/components/account/password-text";
import { FormText } from "@/components/ui/form-text";
import { signUp } from "@/lib/auth/contract";
import { ApiError, call } from "@/lib/operations/client";

export type SignUpFormProps = {
  next: string;
  invitation: string | undefined /** The invited address, which the account has to have. */;
  email: string | undefined;
};

export function SignUpForm({ next, invitation, email }: SignUpFormProps) {
  return (
    <EntranceForm
      label="Create account"
      next={next}
      rules={signUp.body}
      send={(account) => call(signUp, { ...account, ...(invitation && { invitation }) })}
      explain={explain}
      {...(email !== undefined && { start: { name: "", email, password: "" } })}
    >
      <FormText name="name" label="Name" autoComplete="name" />
      <FormText
        name="email"
        label="E-mail"
        type="email"
        autoComplete="username"
        readOnly={email !== undefined}
        hint={email === undefined ? undefined : "The invitation is for this address."}
      />
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
