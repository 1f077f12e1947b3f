import type { ReactNode } from "react";
import type { ReleaseSettings } from "@/components/releases/release-types";
import { Callout } from "@/components/ui/callout";
import { Link } from "@/components/ui/link";

export type Channel = "slack" | "email";

export function isSetUp(channel: Channel, settings: ReleaseSettings): boolean {
  return channel === "slack" ? settings.slackConfigured : settings.emailRecipients.length > 0;
}

export type SendTargetProps = {
  channel: Channel;
  settings: ReleaseSettings;
  /** Address of the release settings; undefined for whoever may not change them. */
  settingsHref: string | undefined;
};

/** Who gets it, or what is missing until somebody can. */
export function SendTarget({ channel, settings, settingsHref }: SendTargetProps) {
  if (!isSetUp(channel, settings)) return <Missing channel={channel} settingsHref={settingsHref} />;
  return (
    <p className="break-words text-ink-soft text-sm">
      {channel === "slack" ? (
        <>
          To Slack, by the address that ends in <code className="text-ink">{settings.slackTail}</code>
        </>
      ) : (
        <>To {named(settings.emailRecipients)}, each in a message of their own, with the attachments.</>
      )}
    </p>
  );
}

const shownMax = 3;

function named(recipients: readonly string[]): string {
  if (recipients.length <= shownMax + 1) return new Intl.ListFormat("en").format(recipients);
  return `${recipients.slice(0, shownMax).join(", ")} and ${recipients.length - shownMax} more`;
}

const missing: Record<Channel, { title: string; text: string }> = {
  slack: {
    title: "Slack is not set up for this project",
    text: "Give the address of an incoming webhook in the",
  },
  email: { title: "Nobody gets release e-mails yet", text: "Give the recipients’ addresses in the" },
};

function Missing({ channel, settingsHref }: Pick<SendTargetProps, "channel" | "settingsHref">) {
  const { title, text } = missing[channel];
  return (
    <Callout tone="warning" title={title}>
      {settingsHref === undefined ? (
        "An admin of the team can do that in the release settings."
      ) : (
        <>
          {text} <SettingsLink href={settingsHref}>release settings</SettingsLink>.
        </>
      )}
    </Callout>
  );
}

function SettingsLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link href={href} className="text-ink underline underline-offset-2">
      {children}
    </Link>
  );
}
