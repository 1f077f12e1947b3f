"use client";

import { EntranceForm } from "@/components/entrance-form";
import { FormText } from "@/components/form-text";
import { PasswordText } from "@/components/password-text";
import { signIn } from "@/lib/auth/contract";
import { ApiError, call } from "@/lib/http/client";

export function SignInForm({ next }: { next: string }) {
  return (
    <EntranceForm
      label="Sign in"
      next={next}
      schema={signIn.body}
      send={(credentials) => call(signIn, credentials)}
      explain={explain}
    >
      <FormText name="email" label="E-mail" type="email" autoComplete="username" />
      <PasswordText autoComplete="current-password" />
    </EntranceForm>
  );
}

function explain(error: unknown) {
  const wrong = error instanceof ApiError && error.status === 401;
  return wrong ? { message: "The e-mail address or the password is wrong." } : undefined;
}
