import { AppError } from "@/lib/operations/errors";
import { isSealedBefore, SealError, seal, unseal } from "@/lib/platform/secrets/seal";
import type { ReleaseSettingsRow } from "./read-settings";

/** Secrets of a project's release settings by column. They are sealed, and only their last characters are shown. */
const secrets = {
  slackWebhookUrl: { tail: "slackTail", place: "slack", what: "Slack address" },
  githubToken: { tail: "githubTokenTail", place: "github-token", what: "GitHub token" },
  gitlabToken: { tail: "gitlabTokenTail", place: "gitlab-token", what: "GitLab token" },
} as const;

export type SecretName = keyof typeof secrets;
type Columns = Partial<ReleaseSettingsRow>;

/** Columns of release settings that hold something sealed. */
export const secretNames = Object.keys(secrets) as SecretName[];
const tailLength = 4;

/** What a sealed secret is bound to. */
const sealRow = (name: SecretName, projectId: string) =>
  `release_settings/${projectId}/${secrets[name].place}`;

/** What to store of a secret that was given; nothing of one that was not. An empty one is taken away, like null. */
export function secretColumns(
  name: SecretName,
  secret: string | null | undefined,
  projectId: string,
): Columns {
  if (secret === undefined) return {};
  const { tail } = secrets[name];
  if (!secret) return { [name]: null, [tail]: null };
  return { [name]: seal(secret, sealRow(name, projectId)), [tail]: secret.slice(-tailLength) };
}

/**
 * A secret in the clear, if there is one.
 * @throws {AppError} `conflict` when it was sealed with a secret of the installation that is gone
 */
export function openSecret(
  name: SecretName,
  settings: ReleaseSettingsRow,
  projectId: string,
): string | undefined {
  const sealed = settings[name];
  if (!sealed) return undefined;
  try {
    return unseal(sealed, sealRow(name, projectId));
  } catch (cause) {
    if (!(cause instanceof SealError)) throw cause;
    const message = `The ${secrets[name].what} can no longer be read. Enter it again in the release settings.`;
    throw new AppError("conflict", message, { cause });
  }
}

/** For an update: seals with the current secret what an earlier one sealed, as far as it can be opened. */
export function resealed(settings: Pick<ReleaseSettingsRow, SecretName>, projectId: string): Columns {
  const columns: Columns = {};
  for (const name of secretNames) {
    const sealed = settings[name];
    if (!sealed || !isSealedBefore(sealed)) continue;
    const row = sealRow(name, projectId);
    try {
      columns[name] = seal(unseal(sealed, row), row);
    } catch (error) {
      // Who uses it is told so, and whoever changes something else need not care.
      if (!(error instanceof SealError)) throw error;
    }
  }
  return columns;
}
