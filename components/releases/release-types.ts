import type { Output } from "@/lib/operations/operation";
import type {
  getRelease,
  getReleaseSettings,
  listReleaseAttachments,
  listReleaseCommits,
  listReleaseRevisions,
} from "@/lib/releases/contract";

export type Release = Output<typeof getRelease>;
export type ReleaseSettings = Output<typeof getReleaseSettings>;
export type ReleaseAttachment = Output<typeof listReleaseAttachments>[number];
export type ReleaseCommit = Output<typeof listReleaseCommits>[number];
export type ReleaseRevision = Output<typeof listReleaseRevisions>[number];

/** A release without its text, of which a list would carry a lot for nothing. */
export type ReleaseSummary = Omit<Release, "content">;

export function summaryOf({ content: _, ...summary }: Release): ReleaseSummary {
  return summary;
}

/** What repositories are called, by address. */
export type RepositoryNames = Readonly<Record<string, string>>;

export const countText = (count: number) => count.toLocaleString("en");
