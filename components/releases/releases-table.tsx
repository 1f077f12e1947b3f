"use client";

import { useState } from "react";
import { type Progress, phases, progressText } from "@/components/releases/progress-text";
import { rangeText } from "@/components/releases/range-text";
import { hasFailed, ReleaseStatus } from "@/components/releases/release-status";
import {
  countText,
  type ReleaseSummary,
  type RepositoryNames,
  summaryOf,
} from "@/components/releases/release-types";
import { useWatchedReleases } from "@/components/releases/use-watched-releases";
import { filterFrom, ListToolbar, NothingMatches } from "@/components/ui/list-toolbar";
import { RelativeTime } from "@/components/ui/relative-time";
import {
  RowLink,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from "@/components/ui/table";

export type ReleasesTableProps = {
  projectId: string;
  releases: readonly ReleaseSummary[];
  names: RepositoryNames;
  /** Address of the list of releases. */
  base: string;
};

export function ReleasesTable({ projectId, releases, names, base }: ReleasesTableProps) {
  const [query, setQuery] = useState("");
  const current = useWatchedReleases(projectId, releases, summaryOf);
  const shown = current.filter(({ title }) => title.toLowerCase().includes(query.trim().toLowerCase()));
  return (
    <div className="flex flex-col gap-3">
      {releases.length >= filterFrom ? (
        <ListToolbar
          what="releases"
          placeholder="Filter by title"
          query={query}
          onQuery={setQuery}
          shown={shown.length}
          total={releases.length}
        />
      ) : null}
      {shown.length === 0 ? (
        <NothingMatches what="release" query={query} />
      ) : (
        <Table label="Releases" fixed>
          <TableHead>
            <TableHeader>Title</TableHeader>
            <TableHeader className="sm:w-[22%]">Range</TableHeader>
            <TableHeader className="sm:w-[22%]">Commits</TableHeader>
            <TableHeader className="sm:w-36">Status</TableHeader>
          </TableHead>
          <TableBody>
            {shown.map((release) => (
              <Row key={release.id} release={release} names={names} base={base} />
            ))}
          </TableBody>
        </Table>
      )}
    </div>
  );
}

type RowProps = { release: ReleaseSummary; names: RepositoryNames; base: string };

function Row({ release, names, base }: RowProps) {
  const { id, title, fromDate, toDate, repoUrls, createdAt, publishedAt } = release;
  return (
    <TableRow>
      <TableCell className="max-sm:pr-0! max-sm:pb-1">
        <div className="flex min-w-0 flex-col">
          <RowLink href={`${base}/${id}`} className="line-clamp-2">
            {title}
          </RowLink>
          <span className="text-ink-mute text-xs">
            {publishedAt ? "published " : "made "}
            <RelativeTime value={publishedAt ?? createdAt} />
          </span>
        </div>
      </TableCell>
      <TableCell label="Range">{rangeText(fromDate, toDate)}</TableCell>
      <TableCell label="Commits">
        <div className="flex min-w-0 flex-col">
          <Commits release={release} />
          <span className="truncate text-ink-mute text-xs">
            {repoUrls.map((url) => names[url] ?? url).join(", ")}
          </span>
        </div>
      </TableCell>
      <TableCell label="Status">
        <ReleaseStatus release={release} />
      </TableCell>
    </TableRow>
  );
}

function Commits({ release }: { release: ReleaseSummary }) {
  if (release.progress) return <Now progress={release.progress} />;
  if (hasFailed(release)) return null;
  return <span className="tabular-nums">{countText(release.commitCount)}</span>;
}

function Now({ progress }: { progress: Progress }) {
  const label = phases.find(({ phase }) => phase === progress.phase)?.label;
  const detail = progressText(progress);
  return <span className="tabular-nums">{detail ? `${label}, ${detail}` : label}</span>;
}
