import type { Output } from "@/lib/operations/operation";
import type { listReleaseAttachments } from "@/lib/releases/attachments/contract";
import type { getRelease, listReleaseCommits, listReleaseRevisions } from "@/lib/releases/notes/contract";
import type { getReleaseSettings } from "@/lib/releases/settings/contract";

export type Release = Output<typeof getRelease>;
export type ReleaseSettings = Output<typeof getReleaseSettings>;
export type ReleaseAttachment = Output<typeof listReleaseAttachments>[number];
export type ReleaseCommit = Output<typeof listReleaseCommits>[number];
export type ReleaseRevision = Output<typeof listReleaseRevisions>[number];

/** Display names of repositories, by address. */
export type RepositoryNames = Readonly<Record<string, string>>;

export const countText = (count: number) => count.toLocaleString("en");
