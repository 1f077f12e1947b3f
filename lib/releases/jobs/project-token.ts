import { AppError } from "@/lib/operations/errors";
import { type ForgeKind, forges, isOn, type ProjectTokens } from "@/lib/platform/forges/forge";
import type { ReleaseRow } from "../notes/to-release";
import type { ReleaseSettingsRow } from "../settings/read-settings";
import { openSecret } from "../settings/secrets";
import { NotesError } from "./notes-error";

const columns = { github: "githubToken", gitlab: "gitlabToken" } as const;

/**
 * The project's own tokens for the forges of the release's repositories.
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
      tokens[kind] = openSecret(columns[kind], settings, projectId);
    } catch (error) {
      throw error instanceof AppError ? new NotesError(error.message, { cause: error }) : error;
    }
  }
  return tokens;
}
