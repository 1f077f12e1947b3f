"use client";

import { EmailStatusBadge } from "@/components/emails/email-status";
import { Callout } from "@/components/ui/callout";
import { useAnswer } from "@/components/ui/queries";
import { RelativeTime } from "@/components/ui/times";
import { getReleaseRecipients, listReleaseEmails } from "@/lib/releases/delivery/contract";

const shownMax = 20;

/** Recipients who don't have the email yet, and why. */
export function ReleaseEmails({ projectId, releaseId }: { projectId: string; releaseId: string }) {
  const { data: recipients } = useAnswer(getReleaseRecipients, { projectId });
  const undelivered = { projectId, releaseId, delivered: false, limit: shownMax + 1 };
  const { data: emails = [] } = useAnswer(listReleaseEmails, undelivered);
  if (recipients && !recipients.emailConfigured) {
    return (
      <Callout tone="warning">
        Email isn’t set up on this instance. Messages stay in its outbox, where your administrator can read
        them.
      </Callout>
    );
  }
  if (emails.length === 0) return null;
  const next = emails.find(({ emailStatus }) => emailStatus.nextAttemptAt)?.emailStatus.nextAttemptAt;
  return (
    <Callout tone="warning" title="Some recipients don’t have this email yet">
      <ul aria-label="Undelivered emails" className="mt-2 flex flex-col gap-2">
        {emails.slice(0, shownMax).map(({ id, recipient, emailStatus }) => (
          <li key={id} className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
            <span className="break-all text-ink">{recipient}</span>
            <EmailStatusBadge status={emailStatus} to={recipient} />
          </li>
        ))}
      </ul>
      {emails.length > shownMax ? <p className="mt-2">And more.</p> : null}
      {next ? (
        <p className="mt-2">
          Next attempt <RelativeTime value={next} />. You can also send the release again now.
        </p>
      ) : null}
    </Callout>
  );
}
