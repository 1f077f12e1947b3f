"use client";

import type { ReactNode } from "react";
import type { Group } from "@/components/groups/groups-list";
import { MetadataSearch } from "@/components/groups/metadata-search";
import { RecordMenu } from "@/components/groups/record-menu";
import { type RecordName, recordsList } from "@/components/groups/records-list";
import { deleteAction, exportAction } from "@/components/ui/bulk-actions";
import { actionsColumn, createdColumn } from "@/components/ui/columns";
import type { Column } from "@/components/ui/data-table";
import { ListView } from "@/components/ui/list-view";
import { useWrite } from "@/components/ui/queries";
import { RowLink } from "@/components/ui/table";
import { useList } from "@/components/ui/use-list";
import { call } from "@/lib/operations/client";
import { deleteRecord, getRecord } from "@/lib/records/contract";

type Place = { projectId: string; groupId: string };
export type RecordsViewProps = {
  group: Group;
  /** Address of the group's page. */
  base: string;
  empty: ReactNode;
};

export function RecordsView({ group, base, empty }: RecordsViewProps) {
  const write = useWrite();
  const place = { projectId: group.projectId, groupId: group.id };
  const list = useList(recordsList, place);
  return (
    <ListView
      list={list}
      controls={<MetadataSearch list={list} />}
      columns={columnsOf(place, base)}
      rowId={({ id }) => id}
      rowName={({ id, name }) => name ?? id}
      bulk={[
        exportAction<RecordName>(({ id }) => call(getRecord, { ...place, recordId: id })),
        deleteAction<RecordName>(
          ({ id }) => write(deleteRecord, { ...place, recordId: id }),
          "Their overrides go with them, and programs that ask for their flags get 404 from then on. They can be put back for 30 seconds.",
        ),
      ]}
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
  createdColumn(),
  actionsColumn((record) => <RecordMenu record={record} {...place} base={base} place="row" />),
];
