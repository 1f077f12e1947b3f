import type { ReleaseSettingsRow } from "./read-settings";

/** Release settings as the API shows them, without the Slack address. */
export function toSettings({ slackWebhookUrl, ...row }: ReleaseSettingsRow) {
  return { ...row, updatedAt: row.updatedAt.toISOString(), slackConfigured: slackWebhookUrl !== null };
}
