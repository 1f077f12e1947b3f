import type { ReactNode } from "react";
import type { ReleaseSettings } from "@/components/releases/release-types";
import type { ChannelKind } from "@/lib/releases/delivery/contract";

type Channel = {
  label: string;
  isSetUp(settings: ReleaseSettings): boolean;
  /** The text continues with "release settings". */
  missing: { title: string; text: string };
  /** Who gets it. */
  target(settings: ReleaseSettings): ReactNode;
  /** Whether the sender can first send a test to themselves. */
  hasTest: boolean;
  sendLabel(settings: ReleaseSettings): string;
  sent: string;
};

/** Everything that differs between channels in the dialog that sends a release. */
export const channels: Record<ChannelKind, Channel> = {
  slack: {
    label: "Slack",
    isSetUp: ({ slackConfigured }) => slackConfigured,
    missing: {
      title: "Slack is not set up for this project",
      text: "Give the address of an incoming webhook in the",
    },
    target: ({ slackTail }) => (
      <>
        To Slack, by the address that ends in <code className="text-ink">{slackTail}</code>
      </>
    ),
    hasTest: false,
    sendLabel: () => "Send to Slack",
    sent: "Sent to Slack",
  },
  email: {
    label: "E-mail",
    isSetUp: ({ emailRecipients, changelog, subscriptions }) =>
      emailRecipients.length > 0 || (changelog && subscriptions),
    missing: { title: "Nobody gets release e-mails yet", text: "Give the recipients’ addresses in the" },
    target: ({ emailRecipients, changelog, subscriptions }) => {
      const subscribers = changelog && subscriptions ? ["whoever has subscribed"] : [];
      const all = [...emailRecipients, ...subscribers];
      return `To ${named(all)}, each in a message of their own, with the attachments.`;
    },
    hasTest: true,
    sendLabel: ({ emailRecipients: { length }, changelog, subscriptions }) => {
      if (changelog && subscriptions) return "Send to all";
      return length === 1 ? "Send to 1 recipient" : `Send to ${length} recipients`;
    },
    sent: "Sent by e-mail",
  },
};

export const channelKinds = Object.keys(channels) as ChannelKind[];

const shownMax = 3;

function named(recipients: readonly string[]): string {
  if (recipients.length <= shownMax + 1) return new Intl.ListFormat("en").format(recipients);
  return `${recipients.slice(0, shownMax).join(", ")} and ${recipients.length - shownMax} more`;
}
