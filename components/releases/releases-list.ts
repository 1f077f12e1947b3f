import { defineList, type RowOf } from "@/components/ui/list-definition";
import { listReleases } from "@/lib/releases/notes/contract";

export const releasesList = defineList({
  op: listReleases,
  label: "Releases",
  noun: ["release", "releases"],
  placeholder: "Filter by title",
  fields: [
    "id",
    "projectId",
    "title",
    "status",
    "fromDate",
    "toDate",
    "repoUrls",
    "ranges",
    "commitCount",
    "errorMessage",
    "revision",
    "progress",
    "publishedAt",
    "publishAt",
    "createdAt",
  ],
  sort: "-createdAt",
  filters: {
    status: {
      label: "Any status",
      options: { processing: "Being written", draft: "Draft", published: "Published" },
    },
  },
});

/** A release without its text, which may be long and is not shown in lists. */
export type ReleaseSummary = RowOf<typeof releasesList>;

/** The tabs of the release pages. `base`: address of the first. */
export const releaseTabs = (base: string) => [
  { href: base, label: "All releases" },
  { href: `${base}/subscribers`, label: "Subscribers" },
  { href: `${base}/settings`, label: "Settings" },
];
