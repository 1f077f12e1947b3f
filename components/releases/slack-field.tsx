"use client";

import type { ReleaseSettings } from "@/components/releases/release-types";
import { SecretField } from "@/components/releases/secret-field";

export type SlackFieldProps = { stored: Pick<ReleaseSettings, "slackConfigured" | "slackTail"> };

/** The `slackWebhookUrl` of the surrounding Form. */
export function SlackField({ stored: { slackConfigured, slackTail } }: SlackFieldProps) {
  return (
    <SecretField
      name="slackWebhookUrl"
      stored={{ isConfigured: slackConfigured, tail: slackTail }}
      noun="address"
      what="Slack address"
      labels={{ first: "Address of the incoming webhook", another: "Another address" }}
      placeholder="https://hooks.slack.com/services/…"
      hint="Slack gives you one for a channel: Apps, Incoming Webhooks. It is a secret, and kept like one."
      inputMode="url"
    />
  );
}
