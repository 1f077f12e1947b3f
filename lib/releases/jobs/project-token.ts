import { AppError } from "@/lib/operations/errors";
import { forges, isOn, type ProjectTokens } from "@/lib/platform/forges/forge";
import type { ForgeKind } from "@/lib/platform/forges/token-owners";
import type { ReleaseRow } from "../notes/to-release";
import type { ReleaseSettingsRow } from "../settings/read-settings";
import { openSecret } from "../settings/secrets";
import { NotesError } from "./notes-error";

const columns = {
  github: { token: "githubToken", owners: "githubTokenOwners" },
  gitlab: { token: "gitlabToken", owners: "gitlabTokenOwners" },
} as const;

/**
 * The project's own tokens for the forges of the release's repositories, with the owners that they can read.
 * @throws {NotesError} for one that can no longer be read
 */
export function projectTokens(
  settings: ReleaseSettingsRow,
  { projectId, repoUrls }: Pick<ReleaseRow, "projectId" | "repoUrls">,
): ProjectTokens {
  const tokens: ProjectTokens = {};
  for (const kind of Object.keys(forges) as ForgeKind[]) {
    if (!repoUrls.some((url) => isOn(kind, url))) continue;
    try {
      const { token: name, owners } = columns[kind];
      const token = openSecret(name, settings, projectId);
      if (token !== undefined) tokens[kind] = { token, owners: settings[owners] };
    } catch (error) {
      throw error instanceof AppError ? new NotesError(error.message, { cause: error }) : error;
    }
  }
  return tokens;
}
