import { ExternalLink } from "lucide-react";
import { releaseRange } from "@/components/releases/range";
import { countText, type Release, type RepositoryNames } from "@/components/releases/release-types";
import { Badge, type Tone } from "@/components/ui/badge";
import { LocalTime, RelativeTime } from "@/components/ui/times";
import { Spinner } from "@/components/ui/waiting";

export type ReleaseFactsProps = {
  release: Release;
  names: RepositoryNames;
  publicUrl: string | undefined;
};

/** A release's metadata in one line. */
export function ReleaseFacts({ release, names, publicUrl }: ReleaseFactsProps) {
  const { repoUrls, commitCount, generatedBy, publishedAt, publishAt } = release;
  return (
    <>
      <ReleaseStatus release={release} />
      <span className="min-w-0 break-words">{releaseRange(release)}</span>
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
      {publishAt ? (
        <span>
          published by itself <LocalTime value={publishAt} />
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

type State = Pick<Release, "status" | "errorMessage" | "revision"> & Partial<Pick<Release, "publishAt">>;

/** The status of a release in one word, a failed generation included. */
export function ReleaseStatus({ release }: { release: State }) {
  if (release.status === "processing") {
    return (
      <Badge tone="blue">
        <Spinner className="size-3" />
        Being written
      </Badge>
    );
  }
  const isScheduled = release.status === "draft" && Boolean(release.publishAt);
  const { tone, label } = looks[hasFailed(release) ? "failed" : isScheduled ? "scheduled" : release.status];
  return (
    <Badge tone={tone} dot>
      {label}
    </Badge>
  );
}

/** Whether the release has no notes because generating them failed. */
export const hasFailed = ({ status, errorMessage, revision }: State) =>
  status === "draft" && errorMessage !== null && revision === 0;

const looks: Record<"failed" | "draft" | "scheduled" | "published", { tone: Tone; label: string }> = {
  failed: { tone: "red", label: "Failed" },
  draft: { tone: "amber", label: "Draft" },
  scheduled: { tone: "blue", label: "Scheduled" },
  published: { tone: "green", label: "Published" },
};
