"use client";

import { Download, Trash2 } from "lucide-react";
import { type ReactNode, useMemo } from "react";
import { GroupDot } from "@/components/groups/group-dot";
import { GroupMenu } from "@/components/groups/group-menu";
import { type Group, groupsList, groupsOf } from "@/components/groups/groups-list";
import type { BulkAction } from "@/components/ui/bulk-bar";
import type { Column } from "@/components/ui/data-table";
import { exportRows } from "@/components/ui/export-rows";
import { ListView } from "@/components/ui/list-view";
import { useWrite } from "@/components/ui/queries";
import { RelativeTime } from "@/components/ui/relative-time";
import { RowLink } from "@/components/ui/table";
import { useList } from "@/components/ui/use-list";
import { deleteGroup, getGroup } from "@/lib/groups/contract";

export type GroupsViewProps = { projectId: string; base: string; empty: ReactNode };

export function GroupsView({ projectId, base, empty }: GroupsViewProps) {
  return (
    <ListView
      list={useList(groupsList, { projectId })}
      label="Groups"
      placeholder="Filter by name, key or prefix"
      columns={useMemo(() => columnsOf(base), [base])}
      rowId={({ id }) => id}
      rowName={({ name }) => name}
      bulk={useBulkActions(projectId)}
      empty={empty}
    />
  );
}

const columnsOf = (base: string): Column<Group>[] => [
  {
    id: "name",
    header: "Name",
    sort: "name",
    className: "sm:max-w-80",
    cell: ({ id, name, color, description }) => (
      <span className="flex min-w-0 items-start gap-2.5">
        <GroupDot color={color} className="mt-1.5" />
        <span className="flex min-w-0 flex-col">
          <RowLink href={`${base}/${id}`} className="line-clamp-3">
            {name}
          </RowLink>
          {description ? (
            <span className="line-clamp-2 break-words text-ink-mute text-xs">{description}</span>
          ) : null}
        </span>
      </span>
    ),
  },
  {
    id: "key",
    header: "Key",
    sort: "key",
    labelled: true,
    className: "font-mono text-xs sm:max-w-56",
    cell: ({ key }) => <span className="min-w-0 break-all">{key}</span>,
  },
  {
    id: "prefix",
    header: "Record prefix",
    labelled: true,
    className: "font-mono text-xs",
    cell: ({ prefix }) => `${prefix}-`,
  },
  {
    id: "created",
    header: "Created",
    sort: "createdAt",
    labelled: true,
    className: "whitespace-nowrap",
    cell: ({ createdAt }) => <RelativeTime value={createdAt} />,
  },
  {
    id: "actions",
    header: "Actions",
    actions: true,
    cell: (group) => <GroupMenu group={group} base={base} place="row" />,
  },
];

function useBulkActions(projectId: string): BulkAction<Group>[] {
  const write = useWrite();
  return useMemo(
    () => [
      {
        label: "Export",
        icon: <Download aria-hidden />,
        done: (count) => `${groupsOf(count)} exported`,
        all: (rows) =>
          exportRows(
            getGroup,
            rows.map(({ id }) => ({ projectId, groupId: id })),
            "groups.json",
          ),
      },
      {
        label: "Delete",
        icon: <Trash2 aria-hidden />,
        tone: "danger-outline",
        confirm: (rows) => ({
          title: `Delete ${groupsOf(rows.length)}?`,
          description:
            "Their flags, records and overrides go with them. Programs that ask for one of their records get 404 from then on. They can be put back for 30 seconds.",
        }),
        each: ({ id }) => write(deleteGroup, { projectId, groupId: id }),
      },
    ],
    [write, projectId],
  );
}
