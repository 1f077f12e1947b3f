"use client";

import { useState } from "react";
import { EmailStatusCallout } from "@/components/emails/email-status";
import { Button } from "@/components/ui/button";
import { FormAlert } from "@/components/ui/callout";
import { messageOf } from "@/components/ui/form-problem";
import { useAnswer, useWrite } from "@/components/ui/queries";
import { getAccountEmails } from "@/lib/account/contract";
import { sendVerificationEmail } from "@/lib/auth/contract";
import type { EmailStatus } from "@/lib/auth/emails/contract";

/** Sends the link that verifies a person's own address, and tells what became of it. */
export function VerificationEmail({ to }: { to: string }) {
  const write = useWrite();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [sent, setSent] = useState<EmailStatus | null>(null);
  const { data } = useAnswer(getAccountEmails, {});
  const status = data?.verification ?? sent;

  async function send() {
    setBusy(true);
    setProblem(null);
    try {
      setSent((await write(sendVerificationEmail, {})).emailStatus);
    } catch (error) {
      setProblem(messageOf(error));
    } finally {
      setBusy(false);
    }
  }

  const button = (
    <Button size="sm" loading={busy} onClick={() => void send()}>
      {status ? "Resend verification email" : "Send verification email"}
    </Button>
  );
  return (
    <div className="flex flex-col items-start gap-3">
      {status ? (
        <EmailStatusCallout
          status={status}
          to={to}
          instead={
            status.state === "not_configured" ? "Your administrator can find the link in the outbox." : null
          }
        />
      ) : null}
      <FormAlert>{problem}</FormAlert>
      {button}
    </div>
  );
}
