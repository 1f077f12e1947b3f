"use client";

import { VerificationEmail } from "@/components/emails/verification-email";
import { Callout } from "@/components/ui/callout";

/** Shown to a person who can't send email to others yet. */
export function ProveAddress({ myEmail }: { myEmail: string }) {
  return (
    <div className="flex flex-col gap-3">
      <Callout tone="warning" title="Verify your email address">
        Before Fieldkit sends email to others for you, verify {myEmail}. Then send the release again.
      </Callout>
      <VerificationEmail to={myEmail} />
    </div>
  );
}
