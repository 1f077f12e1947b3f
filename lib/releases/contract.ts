import { z } from "zod";

/** What the contracts of releases share. The operations are in the contracts of the folders. */
export const tag = "Releases";
export const releasesPath = "/api/projects/:projectId/releases";
export const releasePath = `${releasesPath}/:releaseId` as const;

export const RepoUrl = z
  .string({ error: "must be the address of a repository" })
  .trim()
  .min(1, { error: "must not be empty" })
  .max(2000, { error: "must have at most 2000 characters" });

export const RepoUrls = z
  .array(RepoUrl, { error: "must be a list of addresses of repositories" })
  .max(20, { error: "must have at most 20 addresses" });
