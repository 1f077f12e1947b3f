"use client";

import { useState } from "react";
import { Callout } from "@/components/ui/callout";
import { FormButton, FormNews } from "@/components/ui/form-end";
import { FormFrame } from "@/components/ui/form-frame";
import { FormText } from "@/components/ui/form-text";
import { useFormFrame } from "@/components/ui/use-form-frame";
import { requestPasswordReset } from "@/lib/auth/contract";
import { call } from "@/lib/operations/client";
import type { Output } from "@/lib/operations/operation";

const tones = { queued: "success", delayed: "warning", not_configured: "warning" } as const;
const words = {
  queued:
    "If an account with this email address exists, we're sending it a link. It works for an hour. If nothing arrives in a few minutes, check your spam folder or request another link.",
  delayed:
    "If an account with this email address exists, we'll email it a link. The mail service isn't responding right now. We'll retry for an hour. If nothing arrives, contact your administrator.",
  not_configured:
    "Email isn't set up on this instance. If an account with this email address exists, your administrator finds the link in the outbox and can pass it on to you.",
};

export function ForgotPasswordForm({ email }: { email: string }) {
  const [sent, setSent] = useState<Output<typeof requestPasswordReset>["email"]>();
  const frame = useFormFrame({
    rules: requestPasswordReset.body,
    start: { email },
    send: (fields) => call(requestPasswordReset, fields),
    done: ({ email: state }) => setSent(state),
    discardable: true,
  });
  if (sent) {
    return (
      <Callout tone={tones[sent]} live>
        {words[sent]}
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
