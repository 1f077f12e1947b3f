"use client";

import type { ReactNode } from "react";
import { type ProjectSummary, projectsList } from "@/components/projects/projects-list";
import { actionsColumn } from "@/components/ui/columns";
import { CopyButton } from "@/components/ui/copy-button";
import type { Column } from "@/components/ui/data-table";
import { ListView } from "@/components/ui/list-view";
import { RowLink } from "@/components/ui/table";
import { RelativeTime } from "@/components/ui/times";
import { useList } from "@/components/ui/use-list";

export type ProjectsViewProps = { teamId: string; teamSlug: string; empty: ReactNode };

export function ProjectsView({ teamId, teamSlug, empty }: ProjectsViewProps) {
  return (
    <ListView
      list={useList(projectsList, { teamId })}
      columns={columnsOf(teamSlug)}
      rowId={({ id }) => id}
      rowName={({ name }) => name}
      empty={empty}
      fixed
      rowClassName="max-sm:space-y-0.5"
    />
  );
}

const columnsOf = (teamSlug: string): Column<ProjectSummary>[] => [
  {
    id: "name",
    header: "Name",
    sort: "name",
    cell: ({ name, slug, description }) => (
      <span className="flex min-w-0 flex-col gap-0.5">
        <RowLink href={`/${teamSlug}/${slug}/mocks`} className="line-clamp-2">
          {name}
        </RowLink>
        {description ? <span className="truncate text-ink-mute text-xs">{description}</span> : null}
      </span>
    ),
  },
  {
    id: "host",
    header: "Host",
    headClassName: "sm:w-[48%]",
    cell: ({ host }) => (
      <code title={host} className="block min-w-0 truncate text-xs">
        {host}
      </code>
    ),
  },
  {
    id: "changed",
    header: "Changed",
    sort: "updatedAt",
    headClassName: "sm:w-36",
    className: "whitespace-nowrap max-sm:text-ink-mute max-sm:text-xs",
    cell: ({ updatedAt }) => (
      <span>
        <span className="sm:hidden">Changed </span>
        <RelativeTime value={updatedAt} />
      </span>
    ),
  },
  actionsColumn(({ host, name }) => <CopyButton text={host} what={`host of ${name}`} />, "sm:w-14"),
];
