import { AppError } from "@/lib/operations/errors";
import type { ProjectToken } from "@/lib/platform/forges/forge";
import type { ReleaseSettingsRow } from "../settings/read-settings";
import { openSecret } from "../settings/secrets";
import { NotesError } from "./notes-error";

const columns = { github: "githubToken", gitlab: "gitlabToken" } as const;

/**
 * The project's own tokens, each opened only when a repository needs it.
 * @throws {NotesError} for one that can no longer be read
 */
export const projectToken =
  (settings: ReleaseSettingsRow, projectId: string): ProjectToken =>
  (kind) => {
    try {
      return openSecret(columns[kind], settings, projectId);
    } catch (error) {
      throw error instanceof AppError ? new NotesError(error.message, { cause: error }) : error;
    }
  };
