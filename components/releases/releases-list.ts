import { defineList, type RowOf } from "@/components/ui/list-definition";
import { listReleases, Release } from "@/lib/releases/contract";

export const releasesList = defineList({
  op: listReleases,
  fields: [
    "id",
    "projectId",
    "title",
    "status",
    "fromDate",
    "toDate",
    "repoUrls",
    "commitCount",
    "errorMessage",
    "revision",
    "progress",
    "publishedAt",
    "createdAt",
  ],
  sort: "-createdAt",
  filters: { status: Release.shape.status.options },
});

/** A release without its text, of which a list would carry a lot for nothing. */
export type ReleaseSummary = RowOf<typeof releasesList>;
