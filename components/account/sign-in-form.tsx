"use client";

import { EntranceForm } from "@/components/account/entrance-form";
import { PasswordText } from "@/components/account/password-text";
import { FormText } from "@/components/ui/form-text";
import { Link } from "@/components/ui/link";
import { signIn } from "@/lib/auth/contract";
import { ApiError, call } from "@/lib/operations/client";

export function SignInForm({ next }: { next: string }) {
  return (
    <EntranceForm
      label="Sign in"
      next={next}
      rules={signIn.body}
      send={(credentials) => call(signIn, credentials)}
      explain={explain}
    >
      <FormText name="email" label="E-mail" type="email" autoComplete="username" />
      <PasswordText autoComplete="current-password" />
      <Link href="/forgot-password" className="self-start text-ink-mute text-sm underline">
        Forgot your password?
      </Link>
    </EntranceForm>
  );
}

function explain(error: unknown) {
  const wrong = error instanceof ApiError && error.status === 401;
  return wrong ? { message: "The e-mail address or the password is wrong." } : undefined;
}
