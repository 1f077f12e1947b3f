import { ExternalLink } from "lucide-react";
import { rangeText } from "@/components/releases/range-text";
import { ReleaseStatus } from "@/components/releases/release-status";
import { countText, type Release, type RepositoryNames } from "@/components/releases/release-types";
import { RelativeTime } from "@/components/ui/relative-time";

export type ReleaseFactsProps = {
  release: Release;
  names: RepositoryNames;
  publicUrl: string | undefined;
};

/** What there is to know of a release beside its text, in a line. */
export function ReleaseFacts({ release, names, publicUrl }: ReleaseFactsProps) {
  const { fromDate, toDate, repoUrls, commitCount, generatedBy, publishedAt } = release;
  return (
    <>
      <ReleaseStatus release={release} />
      <span>{rangeText(fromDate, toDate)}</span>
      <span className="min-w-0 break-words">
        {commitCount > 0
          ? `${commitCount === 1 ? "1 commit" : `${countText(commitCount)} commits`} of `
          : null}
        {repoUrls.map((url) => names[url] ?? url).join(", ")}
      </span>
      {generatedBy && generatedBy !== "rules" ? <span>by {generatedBy}</span> : null}
      {publishedAt ? (
        <span>
          published <RelativeTime value={publishedAt} />
        </span>
      ) : null}
      {publishedAt && publicUrl ? (
        <a
          href={publicUrl}
          target="_blank"
          rel="noopener"
          className="inline-flex items-center gap-1 rounded-xs text-accent-ink underline-offset-2 hover:underline"
        >
          Public page
          <ExternalLink aria-hidden className="size-3.5" />
          <span className="sr-only"> (opens in a new tab)</span>
        </a>
      ) : null}
    </>
  );
}
