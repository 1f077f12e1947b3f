"use client";

import { Download, Trash2 } from "lucide-react";
import { type ReactNode, useMemo } from "react";
import { type Progress, phases, progressText } from "@/components/releases/progress-text";
import { rangeText } from "@/components/releases/range-text";
import { hasFailed, ReleaseStatus } from "@/components/releases/release-status";
import { countText, type RepositoryNames } from "@/components/releases/release-types";
import { type ReleaseSummary, releasesList } from "@/components/releases/releases-list";
import { repositoryNames } from "@/components/releases/repository-names";
import type { BulkAction } from "@/components/ui/bulk-bar";
import type { Column } from "@/components/ui/data-table";
import { exportRows } from "@/components/ui/export-rows";
import { ListView } from "@/components/ui/list-view";
import { useWrite } from "@/components/ui/queries";
import { RelativeTime } from "@/components/ui/relative-time";
import { RowLink } from "@/components/ui/table";
import { useList } from "@/components/ui/use-list";
import { deleteRelease, getRelease } from "@/lib/releases/contract";

/** `base`: address of the list of releases. */
export type ReleasesViewProps = { projectId: string; base: string; empty: ReactNode };

export function ReleasesView({ projectId, base, empty }: ReleasesViewProps) {
  const list = useList(releasesList, { projectId });
  return (
    <ListView
      list={list}
      label="Releases"
      placeholder="Filter by title"
      columns={useColumns(list.rows, base)}
      rowId={({ id }) => id}
      rowName={({ title }) => title}
      filters={filters}
      bulk={useBulkActions(projectId)}
      empty={empty}
      fixed
    />
  );
}

const filters = [
  {
    name: "status",
    label: "Any status",
    options: [
      { value: "processing", label: "Being written" },
      { value: "draft", label: "Draft" },
      { value: "published", label: "Published" },
    ],
  },
];

function useColumns(rows: readonly ReleaseSummary[], base: string): Column<ReleaseSummary>[] {
  return useMemo(() => {
    const names = repositoryNames(rows.flatMap(({ repoUrls }) => repoUrls));
    return [
      {
        id: "title",
        header: "Title",
        sort: "title",
        className: "max-sm:pr-0! max-sm:pb-1",
        cell: ({ id, title, createdAt, publishedAt }) => (
          <div className="flex min-w-0 flex-col">
            <RowLink href={`${base}/${id}`} className="line-clamp-2">
              {title}
            </RowLink>
            <span className="text-ink-mute text-xs">
              {publishedAt ? "published " : "made "}
              <RelativeTime value={publishedAt ?? createdAt} />
            </span>
          </div>
        ),
      },
      {
        id: "range",
        header: "Range",
        sort: "toDate",
        labelled: true,
        headClassName: "sm:w-[22%]",
        cell: ({ fromDate, toDate }) => rangeText(fromDate, toDate),
      },
      {
        id: "commits",
        header: "Commits",
        labelled: true,
        headClassName: "sm:w-[22%]",
        cell: (release) => <Commits release={release} names={names} />,
      },
      {
        id: "status",
        header: "Status",
        labelled: true,
        headClassName: "sm:w-36",
        cell: (release) => <ReleaseStatus release={release} />,
      },
    ];
  }, [rows, base]);
}

function Commits({ release, names }: { release: ReleaseSummary; names: RepositoryNames }) {
  const { progress, repoUrls, commitCount } = release;
  return (
    <div className="flex min-w-0 flex-col">
      {progress ? (
        <Now progress={progress} />
      ) : hasFailed(release) ? null : (
        <span className="tabular-nums">{countText(commitCount)}</span>
      )}
      <span className="truncate text-ink-mute text-xs">
        {repoUrls.map((url) => names[url] ?? url).join(", ")}
      </span>
    </div>
  );
}

function Now({ progress }: { progress: Progress }) {
  const label = phases.find(({ phase }) => phase === progress.phase)?.label;
  const detail = progressText(progress);
  return <span className="tabular-nums">{detail ? `${label}, ${detail}` : label}</span>;
}

function useBulkActions(projectId: string): BulkAction<ReleaseSummary>[] {
  const write = useWrite();
  return useMemo(
    () => [
      {
        label: "Export",
        icon: <Download aria-hidden />,
        done: (count) => `${releasesOf(count)} exported`,
        all: (rows) =>
          exportRows(
            getRelease,
            rows.map(({ id }) => ({ projectId, releaseId: id })),
            "releases.json",
          ),
      },
      {
        label: "Delete",
        icon: <Trash2 aria-hidden />,
        tone: "danger-outline",
        confirm: (rows) => ({
          title: `Delete ${releasesOf(rows.length)}?`,
          description: `Their texts, histories and attachments go with them${whereShown(rows)}. They can be put back for 30 seconds.`,
        }),
        each: ({ id }) => write(deleteRelease, { projectId, releaseId: id }),
      },
    ],
    [write, projectId],
  );
}

const releasesOf = (count: number) => (count === 1 ? "1 release" : `${count} releases`);

function whereShown(rows: readonly ReleaseSummary[]): string {
  const published = rows.filter(({ status }) => status === "published").length;
  return published > 0 ? `, and ${published} from public pages and feeds too` : "";
}
