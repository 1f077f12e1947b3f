"use client";

import type { ReactNode } from "react";
import { releaseRange } from "@/components/releases/range";
import { hasFailed, ReleaseStatus } from "@/components/releases/release-facts";
import { type Progress, phases, progressText } from "@/components/releases/release-progress";
import { countText, type RepositoryNames } from "@/components/releases/release-types";
import { type ReleaseSummary, releasesList } from "@/components/releases/releases-list";
import { repositoryNames } from "@/components/releases/repository-names";
import { deleteAction, exportAction } from "@/components/ui/bulk-actions";
import type { Column } from "@/components/ui/data-table";
import { ListView } from "@/components/ui/list-view";
import { useWrite } from "@/components/ui/queries";
import { RowLink } from "@/components/ui/table";
import { LocalTime, RelativeTime } from "@/components/ui/times";
import { useList } from "@/components/ui/use-list";
import { call } from "@/lib/operations/client";
import { deleteRelease, getRelease } from "@/lib/releases/notes/contract";

/** `base`: address of the list of releases. */
export type ReleasesViewProps = { projectId: string; base: string; empty: ReactNode };

export function ReleasesView({ projectId, base, empty }: ReleasesViewProps) {
  const list = useList(releasesList, { projectId });
  const write = useWrite();
  return (
    <ListView
      list={list}
      columns={columnsOf(list.rows, base)}
      rowId={({ id }) => id}
      rowName={({ title }) => title}
      bulk={[
        exportAction<ReleaseSummary>(({ id }) => call(getRelease, { projectId, releaseId: id })),
        deleteAction<ReleaseSummary>(
          ({ id }) => write(deleteRelease, { projectId, releaseId: id }),
          (rows) =>
            `Their texts, histories and attachments go with them${whereShown(rows)}. They can be put back for 30 seconds.`,
        ),
      ]}
      empty={empty}
      fixed
    />
  );
}

function columnsOf(rows: readonly ReleaseSummary[], base: string): Column<ReleaseSummary>[] {
  const names = repositoryNames(rows.flatMap(({ repoUrls }) => repoUrls));
  return [
    {
      id: "title",
      header: "Title",
      sort: "title",
      className: "max-sm:pr-0! max-sm:pb-1",
      cell: ({ id, title, createdAt, publishedAt, publishAt }) => (
        <div className="flex min-w-0 flex-col">
          <RowLink href={`${base}/${id}`} className="line-clamp-2">
            {title}
          </RowLink>
          <span className="text-ink-mute text-xs">
            {publishAt ? (
              <>
                published by itself <LocalTime value={publishAt} />
              </>
            ) : (
              <>
                {publishedAt ? "published " : "made "}
                <RelativeTime value={publishedAt ?? createdAt} />
              </>
            )}
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
      cell: releaseRange,
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

function whereShown(rows: readonly ReleaseSummary[]): string {
  const published = rows.filter(({ status }) => status === "published").length;
  return published > 0 ? `, and ${published} from public pages and feeds too` : "";
}
