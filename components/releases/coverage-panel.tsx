"use client";

import { useMemo, useState } from "react";
import { LoadingPanel, useWholeList } from "@/components/releases/loading-panel";
import { countText, type ReleaseCommit, type RepositoryNames } from "@/components/releases/release-types";
import { type Column, DataTable } from "@/components/ui/data-table";
import { Input } from "@/components/ui/input";
import { Segments } from "@/components/ui/segments";
import { listReleaseCommits } from "@/lib/releases/notes/contract";

export type CoveragePanelProps = {
  projectId: string;
  releaseId: string;
  names: RepositoryNames;
  /** A new revision means that the commits may have changed. */
  revision: number;
};

/** Which commits of the range are in the notes, and why the others are not. */
export function CoveragePanel({ projectId, releaseId, names, revision }: CoveragePanelProps) {
  const commits = useWholeList(listReleaseCommits, { projectId, releaseId }, revision);
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

function Commits({ commits, names }: { commits: readonly ReleaseCommit[]; names: RepositoryNames }) {
  const [side, setSide] = useState<Side>("used");
  const [query, setQuery] = useState("");
  const [used, left] = useMemo(
    () => [
      commits.filter(({ leftOut }) => leftOut === null),
      commits.filter(({ leftOut }) => leftOut !== null),
    ],
    [commits],
  );
  const chosen = side === "used" ? used : left;
  const matching = useMemo(() => chosen.filter((commit) => matches(commit, query)), [chosen, query]);
  const columns = useMemo(() => columnsOf(side, names), [side, names]);
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
        <DataTable key={side} label="Commits" columns={columns} rows={matching} rowId={idOf} fixed />
      )}
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

const idOf = ({ repoUrl, sha }: ReleaseCommit) => `${repoUrl} ${sha}`;

function columnsOf(side: Side, names: RepositoryNames): Column<ReleaseCommit>[] {
  const several = Object.keys(names).length > 1;
  return [
    {
      id: "commit",
      header: "Commit",
      headClassName: "sm:w-28",
      cell: (commit) => <Hash commit={commit} />,
    },
    {
      id: "subject",
      header: "Subject",
      cell: ({ subject }) => <span className="break-words text-ink">{subject || "(no message)"}</span>,
    },
    {
      id: "author",
      header: several ? "Author and repository" : "Author",
      headClassName: "sm:w-[22%]",
      className: "text-ink-mute text-xs",
      cell: ({ author, repoUrl }) => (several ? `${author} · ${names[repoUrl] ?? repoUrl}` : author),
    },
    ...(side === "left" ? [reason] : []),
  ];
}

const reason: Column<ReleaseCommit> = {
  id: "reason",
  header: "Left out",
  headClassName: "sm:w-[26%]",
  labelled: true,
  cell: ({ leftOut }) => <span className="text-amber text-xs">{leftOut}</span>,
};

function Hash({ commit: { sha, url } }: { commit: ReleaseCommit }) {
  const short = sha.slice(0, 7);
  if (!url) return <code className="text-xs">{short}</code>;
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      className="rounded-xs font-mono text-accent-ink text-xs underline-offset-2 hover:underline"
    >
      {short}
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}
