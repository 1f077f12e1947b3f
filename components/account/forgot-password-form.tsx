"use client";

import { useState } from "react";
import { Callout } from "@/components/ui/callout";
import { FormButton, FormNews } from "@/components/ui/form-end";
import { FormFrame } from "@/components/ui/form-frame";
import { FormText } from "@/components/ui/form-text";
import { useFormFrame } from "@/components/ui/use-form-frame";
import { requestPasswordReset } from "@/lib/auth/contract";
import { call } from "@/lib/operations/client";

/** @param mails whether this installation sends mail, or keeps it for its operator */
export function ForgotPasswordForm({ mails }: { mails: boolean }) {
  const [isAsked, setAsked] = useState(false);
  const frame = useFormFrame({
    rules: requestPasswordReset.body,
    send: (fields) => call(requestPasswordReset, fields),
    done: () => setAsked(true),
    discardable: true,
  });
  if (isAsked) {
    return (
      <Callout tone="success">
        {mails
          ? "If there is an account with this address, a link is on its way to it. It works for an hour."
          : "This Fieldkit sends no mail. If there is an account with this address, whoever runs Fieldkit finds the link in its outbox and can pass it on to you."}
      </Callout>
    );
  }
  return (
    <FormFrame of={frame} className="flex flex-col gap-4">
      <FormNews of={frame} />
      <FormText name="email" label="E-mail" type="email" autoComplete="username" />
      <FormButton of={frame} label="Mail me a link" />
    </FormFrame>
  );
}
