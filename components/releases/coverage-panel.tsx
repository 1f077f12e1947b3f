"use client";

import { useCallback, useState } from "react";
import { LoadingPanel } from "@/components/releases/loading-panel";
import { countText, type ReleaseCommit, type RepositoryNames } from "@/components/releases/release-types";
import { useLoaded } from "@/components/releases/use-loaded";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { Segments } from "@/components/ui/segments";
import { call } from "@/lib/operations/client";
import { listReleaseCommits } from "@/lib/releases/contract";

export type CoveragePanelProps = {
  projectId: string;
  releaseId: string;
  names: RepositoryNames;
  /** Another one means other commits. */
  revision: number;
};

/** What became of every commit of the range. */
export function CoveragePanel({ projectId, releaseId, names, revision }: CoveragePanelProps) {
  const commits = useLoaded(
    // biome-ignore lint/correctness/useExhaustiveDependencies: a revision can have read other commits
    useCallback(() => call(listReleaseCommits, { projectId, releaseId }), [projectId, releaseId, revision]),
  );
  return (
    <LoadingPanel of={commits} what="commits">
      {(all) =>
        all.length > 0 ? (
          <Commits commits={all} names={names} />
        ) : (
          <p className="rounded-lg border border-line bg-surface px-4 py-10 text-center text-ink-mute">
            No commits were read.
          </p>
        )
      }
    </LoadingPanel>
  );
}

type Side = "used" | "left";
const shownAtOnce = 100;

function Commits({ commits, names }: { commits: readonly ReleaseCommit[]; names: RepositoryNames }) {
  const used = commits.filter(({ leftOut }) => leftOut === null);
  const left = commits.filter(({ leftOut }) => leftOut !== null);
  const [side, setSide] = useState<Side>("used");
  const [query, setQuery] = useState("");
  const [limit, setLimit] = useState(shownAtOnce);
  const matching = (side === "used" ? used : left).filter((commit) => matches(commit, query));
  const segments = [
    { value: "used" as const, label: `In the notes ${countText(used.length)}` },
    { value: "left" as const, label: `Left out ${countText(left.length)}` },
  ];
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Segments label="Commits" segments={segments} value={side} onChange={setSide} />
        <Input
          type="search"
          aria-label="Filter commits"
          placeholder="Filter by subject, author or reason"
          className="sm:max-w-xs"
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
        <p role="status" className="text-ink-mute text-sm">
          {query ? `${countText(matching.length)} match` : null}
        </p>
      </div>
      {matching.length === 0 ? (
        <p className="rounded-lg border border-line bg-surface px-4 py-10 text-center text-ink-mute">
          {query ? `No commit matches “${query}”.` : emptyText[side]}
        </p>
      ) : (
        <ul aria-label="Commits" className="divide-y divide-line rounded-lg border border-line bg-surface">
          {matching.slice(0, limit).map((commit) => (
            <CommitLine key={`${commit.repoUrl} ${commit.sha}`} commit={commit} names={names} />
          ))}
        </ul>
      )}
      {matching.length > limit ? (
        <Button className="self-center" onClick={() => setLimit(limit + 5 * shownAtOnce)}>
          Show more of {countText(matching.length)}
        </Button>
      ) : null}
    </div>
  );
}

const emptyText: Record<Side, string> = {
  used: "No commit is in the notes.",
  left: "Every commit of the range is in the notes.",
};

function matches({ subject, author, sha, leftOut }: ReleaseCommit, query: string): boolean {
  const text = `${subject} ${author} ${sha} ${leftOut ?? ""}`.toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

function CommitLine({ commit, names }: { commit: ReleaseCommit; names: RepositoryNames }) {
  const { sha, url, subject, author, leftOut, repoUrl } = commit;
  const short = sha.slice(0, 7);
  const several = Object.keys(names).length > 1;
  return (
    <li className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5 px-4 py-2.5 text-sm">
      {url ? (
        <a
          href={url}
          target="_blank"
          rel="noopener noreferrer"
          className="rounded-xs font-mono text-accent-ink text-xs underline-offset-2 hover:underline"
        >
          {short}
          <span className="sr-only"> (opens in a new tab)</span>
        </a>
      ) : (
        <code className="text-xs">{short}</code>
      )}
      <span className="min-w-0 flex-1 basis-60 break-words text-ink">{subject || "(no message)"}</span>
      <span className="text-ink-mute text-xs">
        {author}
        {several ? ` · ${names[repoUrl] ?? repoUrl}` : null}
      </span>
      {leftOut ? <span className="basis-full text-amber text-xs">Left out: {leftOut}</span> : null}
    </li>
  );
}
