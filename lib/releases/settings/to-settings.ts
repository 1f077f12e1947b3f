import type { ReleaseSettingsRow } from "./read-settings";

/** Release settings as the API shows them, without the Slack address. */
export function toSettings({ slackWebhookUrl, ...row }: ReleaseSettingsRow) {
  return { ...row, updatedAt: row.updatedAt.toISOString(), slackConfigured: slackWebhookUrl !== null };
}

/** What a project's sealed Slack address is bound to. */
export const slackSealRow = (projectId: string) => `release_settings/${projectId}/slack`;
