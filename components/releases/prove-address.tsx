"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Callout, FormAlert } from "@/components/ui/callout";
import { messageOf } from "@/components/ui/form-problem";
import { sendVerificationEmail } from "@/lib/auth/contract";
import { call } from "@/lib/operations/client";

/** For whoever may not send yet: mails them the link that proves their address. */
export function ProveAddress({ myEmail }: { myEmail: string }) {
  const [state, setState] = useState<"idle" | "busy" | "sent">("idle");
  const [problem, setProblem] = useState<string | null>(null);

  async function send() {
    setState("busy");
    setProblem(null);
    try {
      await call(sendVerificationEmail, {});
      setState("sent");
    } catch (error) {
      setProblem(messageOf(error));
      setState("idle");
    }
  }

  return (
    <Callout tone="warning" title={`Is ${myEmail} yours?`}>
      <div className="flex flex-col items-start gap-3">
        <p>
          {state === "sent"
            ? "The link is on its way. Open it, then send again."
            : "Before Fieldkit mails others for you, open a link that it sends to your own address."}
        </p>
        <FormAlert>{problem}</FormAlert>
        {state === "sent" ? null : (
          <Button size="sm" loading={state === "busy"} onClick={() => void send()}>
            Send me the link
          </Button>
        )}
      </div>
    </Callout>
  );
}
