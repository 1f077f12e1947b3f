"use client";

import { EntranceForm } from "@/components/account/entrance-form";
import { PasswordText } from "@/components/account/password-text";
import { FormText } from "@/components/ui/form-text";
import { Link } from "@/components/ui/link";
import { signIn } from "@/lib/auth/contract";
import { ApiError, call } from "@/lib/operations/client";

export type SignInFormProps = {
  next: string;
  /** The invited address, where the way leads to an invitation. Another account can sign in, too, but not join. */
  email: string | undefined;
};

export function SignInForm({ next, email }: SignInFormProps) {
  return (
    <EntranceForm
      label="Sign in"
      next={next}
      rules={signIn.body}
      send={(credentials) => call(signIn, credentials)}
      explain={explain}
      {...(email !== undefined && { start: { email, password: "" } })}
    >
      <FormText
        name="email"
        label="E-mail"
        type="email"
        autoComplete="username"
        hint={email === undefined ? undefined : "The invitation is for this address."}
      />
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
