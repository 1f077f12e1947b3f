"use client";

import type { ReactNode } from "react";
import { GroupDot } from "@/components/groups/group-dot";
import { GroupMenu } from "@/components/groups/group-menu";
import { type Group, groupsList } from "@/components/groups/groups-list";
import { deleteAction, exportAction } from "@/components/ui/bulk-actions";
import { actionsColumn, createdColumn } from "@/components/ui/columns";
import type { Column } from "@/components/ui/data-table";
import { ListView } from "@/components/ui/list-view";
import { useWrite } from "@/components/ui/queries";
import { RowLink } from "@/components/ui/table";
import { useList } from "@/components/ui/use-list";
import { deleteGroup, getGroup } from "@/lib/groups/contract";
import { call } from "@/lib/operations/client";

export type GroupsViewProps = { projectId: string; base: string; empty: ReactNode };

export function GroupsView({ projectId, base, empty }: GroupsViewProps) {
  const write = useWrite();
  return (
    <ListView
      list={useList(groupsList, { projectId })}
      columns={columnsOf(base)}
      rowId={({ id }) => id}
      rowName={({ name }) => name}
      bulk={[
        exportAction<Group>(({ id }) => call(getGroup, { projectId, groupId: id })),
        deleteAction<Group>(
          ({ id }) => write(deleteGroup, { projectId, groupId: id }),
          "Their flags, records and overrides go with them. Programs that ask for one of their records get 404 from then on. They can be put back for 30 seconds.",
        ),
      ]}
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
  createdColumn(),
  actionsColumn((group) => <GroupMenu group={group} base={base} place="row" />),
];
