"use client";

import { useState } from "react";
import { Callout } from "@/components/ui/callout";
import { FormButton, FormNews } from "@/components/ui/form-end";
import { FormFrame } from "@/components/ui/form-frame";
import { FormText } from "@/components/ui/form-text";
import { useFormFrame } from "@/components/ui/use-form-frame";
import { requestPasswordReset } from "@/lib/auth/contract";
import { call } from "@/lib/operations/client";

export type ForgotPasswordFormProps = {
  /** Whether this instance sends email, or keeps it for its administrator. */
  mails: boolean;
  email: string;
};

export function ForgotPasswordForm({ mails, email }: ForgotPasswordFormProps) {
  const [isAsked, setAsked] = useState(false);
  const frame = useFormFrame({
    rules: requestPasswordReset.body,
    start: { email },
    send: (fields) => call(requestPasswordReset, fields),
    done: () => setAsked(true),
    discardable: true,
  });
  if (isAsked) {
    return (
      <Callout tone="success">
        {mails
          ? "If an account with this email address exists, we've sent it a link. It works for an hour."
          : "Email isn't set up on this instance. If an account with this email address exists, your administrator finds the link in the outbox and can pass it on to you."}
      </Callout>
    );
  }
  return (
    <FormFrame of={frame} className="flex flex-col gap-4">
      <FormNews of={frame} />
      <FormText name="email" label="Email" type="email" autoComplete="username" />
      <FormButton of={frame} label="Send reset link" />
    </FormFrame>
  );
}
