"use client";

import type { ReactNode } from "react";
import { type ProjectTraffic, TrafficCell } from "@/components/activity/traffic-cell";
import { type ProjectSummary, projectsList } from "@/components/projects/projects-list";
import { actionsColumn } from "@/components/ui/columns";
import { CopyButton } from "@/components/ui/copy-button";
import type { Column } from "@/components/ui/data-table";
import { ListView } from "@/components/ui/list-view";
import { useAnswer } from "@/components/ui/queries";
import { RowLink } from "@/components/ui/table";
import { RelativeTime } from "@/components/ui/times";
import { useList } from "@/components/ui/use-list";
import { getTeamActivity } from "@/lib/activity/contract";

export type ProjectsViewProps = { teamId: string; teamSlug: string; empty: ReactNode };

export function ProjectsView({ teamId, teamSlug, empty }: ProjectsViewProps) {
  const list = useList(projectsList, { teamId });
  const traffic = useTraffic(
    teamId,
    list.rows.map(({ id }) => id),
  );
  return (
    <ListView
      list={list}
      columns={columnsOf(teamSlug, traffic)}
      rowId={({ id }) => id}
      rowName={({ name }) => name}
      empty={empty}
      fixed
      rowClassName="max-sm:space-y-0.5"
    />
  );
}

/** How often the projects of a page were called. It comes after the page, which is of use without. */
function useTraffic(teamId: string, ids: readonly string[]): ReadonlyMap<string, ProjectTraffic> {
  const input = { teamId, projectIds: ids.join(",") };
  const { data } = useAnswer(getTeamActivity, input, { enabled: ids.length > 0, watch: trafficMs });
  return new Map(data?.map((each) => [each.projectId, each]));
}

const trafficMs = 15_000;

const columnsOf = (
  teamSlug: string,
  traffic: ReadonlyMap<string, ProjectTraffic>,
): Column<ProjectSummary>[] => [
  {
    id: "name",
    header: "Name",
    sort: "name",
    cell: ({ name, slug, description }) => (
      <span className="flex min-w-0 flex-col gap-0.5">
        <RowLink href={`/${teamSlug}/${slug}`} className="line-clamp-2">
          {name}
        </RowLink>
        {description ? <span className="truncate text-ink-mute text-xs">{description}</span> : null}
      </span>
    ),
  },
  {
    id: "host",
    header: "Host",
    headClassName: "sm:w-[34%]",
    cell: ({ host }) => (
      <code title={host} className="block min-w-0 truncate text-xs">
        {host}
      </code>
    ),
  },
  {
    id: "traffic",
    header: "Last 24 hours",
    headClassName: "sm:w-52",
    cell: ({ id }) => <TrafficCell traffic={traffic.get(id)} />,
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
