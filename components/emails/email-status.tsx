import type { ReactNode } from "react";
import { describeEmail } from "@/components/emails/email-words";
import { Badge, type Tone } from "@/components/ui/badge";
import { Callout, type CalloutTone } from "@/components/ui/callout";
import { Link } from "@/components/ui/link";
import { RelativeTime, useNow } from "@/components/ui/times";
import type { EmailStatus } from "@/lib/auth/emails/contract";

export type EmailStatusCalloutProps = {
  status: EmailStatus;
  to: string;
  /** What to do as long as the email hasn't arrived. */
  instead?: ReactNode;
  /** A button that sends it again. */
  actions?: ReactNode;
};

/** What became of an email, and what to do about it. */
export function EmailStatusCallout({ status, to, instead, actions }: EmailStatusCalloutProps) {
  const { tone, text } = describeEmail(status, to);
  const { state, nextAttemptAt } = status;
  return (
    <Callout tone={tone} live actions={actions}>
      {text}
      {nextAttemptAt ? <NextAttempt at={nextAttemptAt} /> : null}
      {state === "needs_verification" ? (
        <>
          {" "}
          <Link href="/-/account" className="text-ink underline underline-offset-2">
            Verify your email address
          </Link>
          .
        </>
      ) : null}
      {instead && state !== "sent" && !(state === "queued" && status.error === null) ? <> {instead}</> : null}
    </Callout>
  );
}

const soonMs = 20_000;

function NextAttempt({ at }: { at: string }) {
  const now = useNow();
  if (now === null || Date.parse(at) - now < soonMs) return " Retrying soon.";
  return (
    <>
      {" "}
      Next attempt <RelativeTime value={at} />.
    </>
  );
}

const badgeTones: Record<CalloutTone, Tone> = {
  success: "green",
  info: "neutral",
  warning: "amber",
  danger: "red",
};

/** The same in a table. */
export function EmailStatusBadge({ status, to }: { status: EmailStatus | null; to: string }) {
  if (!status) return <span className="text-ink-mute">not emailed</span>;
  const { tone, badge, reason = status.error } = describeEmail(status, to);
  return (
    <span className="flex min-w-0 max-w-56 flex-col items-start gap-1">
      <Badge tone={badgeTones[tone]}>{badge}</Badge>
      {reason ? (
        <span className="break-words text-ink-mute text-xs">
          {reason}
          {status.nextAttemptAt ? <NextAttempt at={status.nextAttemptAt} /> : null}
        </span>
      ) : null}
    </span>
  );
}
