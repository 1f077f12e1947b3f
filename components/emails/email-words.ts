import type { CalloutTone } from "@/components/ui/callout";
import type { EmailStatus } from "@/lib/auth/emails/contract";

export type EmailWords = {
  tone: CalloutTone;
  badge: string;
  text: string;
  /** Why nothing was sent, in a table. */
  reason?: string;
};

/** What became of an email, in words. @param to its recipient */
export function describeEmail({ state, error }: EmailStatus, to: string): EmailWords {
  switch (state) {
    case "not_configured":
      return {
        tone: "warning",
        badge: "not emailed",
        text: `Email isn’t set up on this instance, so nothing was sent to ${to}.`,
        reason: "Email isn’t set up.",
      };
    case "needs_verification":
      return {
        tone: "warning",
        badge: "not emailed",
        text: `Nothing was sent to ${to}, because your own email address isn’t verified.`,
        reason: "The sender’s email address isn’t verified.",
      };
    case "queued":
      return error === null
        ? { tone: "info", badge: "sending", text: `Sending to ${to}…` }
        : { tone: "warning", badge: "retrying", text: `Couldn’t send to ${to} yet. ${error}` };
    case "sent":
      return { tone: "success", badge: "sent", text: `Sent to ${to}.` };
    case "failed":
      return { tone: "danger", badge: "failed", text: `Couldn’t send to ${to}. ${error ?? ""}`.trim() };
  }
}
