"use client";

import { Download, Trash2 } from "lucide-react";
import { type ReactNode, useMemo } from "react";
import { type Group, type RecordName, recordsList, recordsOf } from "@/components/groups/groups-list";
import { RecordMenu } from "@/components/groups/record-menu";
import type { BulkAction } from "@/components/ui/bulk-bar";
import type { Column } from "@/components/ui/data-table";
import { exportRows } from "@/components/ui/export-rows";
import { ListView } from "@/components/ui/list-view";
import { useWrite } from "@/components/ui/queries";
import { RelativeTime } from "@/components/ui/relative-time";
import { RowLink } from "@/components/ui/table";
import { useList } from "@/components/ui/use-list";
import { deleteRecord, getRecord } from "@/lib/records/contract";

type Place = { projectId: string; groupId: string };
export type RecordsViewProps = {
  group: Group;
  /** Address of the group's page. */
  base: string;
  empty: ReactNode;
};

export function RecordsView({ group: { projectId, id: groupId }, base, empty }: RecordsViewProps) {
  return (
    <ListView
      list={useList(recordsList, { projectId, groupId })}
      label="Records"
      placeholder="Filter by name or ID"
      columns={useMemo(() => columnsOf({ projectId, groupId }, base), [projectId, groupId, base])}
      rowId={({ id }) => id}
      rowName={({ id, name }) => name ?? id}
      bulk={useBulkActions({ projectId, groupId })}
      empty={empty}
    />
  );
}

const columnsOf = (place: Place, base: string): Column<RecordName>[] => [
  {
    id: "id",
    header: "ID",
    sort: "id",
    className: "sm:w-1/2",
    cell: ({ id }) => (
      <RowLink href={`${base}/records/${id}`} className="break-all font-mono text-xs">
        {id}
      </RowLink>
    ),
  },
  {
    id: "name",
    header: "Name",
    sort: "name",
    labelled: true,
    cell: ({ name }) => <span className="min-w-0 break-words">{name ?? "–"}</span>,
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
    cell: (record) => <RecordMenu record={record} {...place} base={base} place="row" />,
  },
];

function useBulkActions({ projectId, groupId }: Place): BulkAction<RecordName>[] {
  const write = useWrite();
  return useMemo(
    () => [
      {
        label: "Export",
        icon: <Download aria-hidden />,
        done: (count) => `${recordsOf(count)} exported`,
        all: (rows) =>
          exportRows(
            getRecord,
            rows.map(({ id }) => ({ projectId, groupId, recordId: id })),
            "records.json",
          ),
      },
      {
        label: "Delete",
        icon: <Trash2 aria-hidden />,
        tone: "danger-outline",
        confirm: (rows) => ({
          title: `Delete ${recordsOf(rows.length)}?`,
          description:
            "Their overrides go with them, and programs that ask for their flags get 404 from then on. They can be put back for 30 seconds.",
        }),
        each: ({ id }) => write(deleteRecord, { projectId, groupId, recordId: id }),
      },
    ],
    [write, projectId, groupId],
  );
}
