import type { ReleaseSettingsRow } from "./read-settings";

/** Release settings as the API shows them, without their secrets. */
export function toSettings({ slackWebhookUrl, githubToken, gitlabToken, ...row }: ReleaseSettingsRow) {
  return {
    ...row,
    updatedAt: row.updatedAt.toISOString(),
    slackConfigured: slackWebhookUrl !== null,
    githubTokenConfigured: githubToken !== null,
    gitlabTokenConfigured: gitlabToken !== null,
  };
}
