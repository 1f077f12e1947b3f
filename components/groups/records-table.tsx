"use client";

import { useState } from "react";
import { matchesQuery } from "@/components/flags/flag-rows";
import type { Group } from "@/components/groups/group-types";
import { RecordMenu } from "@/components/groups/record-menu";
import type { RecordName } from "@/components/groups/record-rows";
import { Button } from "@/components/ui/button";
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

export type RecordsTableProps = {
  group: Group;
  records: readonly RecordName[];
  /** Address of the group's page. */
  base: string;
};

const pageSize = 50;

export function RecordsTable({ group, records, base }: RecordsTableProps) {
  const [query, setQuery] = useState("");
  const [length, setLength] = useState(pageSize);
  const found = records.filter(({ id, name }) => matchesQuery({ key: id, name }, query));
  return (
    <div className="flex flex-col gap-3">
      {records.length >= filterFrom ? (
        <ListToolbar
          what="records"
          placeholder="Filter by name or ID"
          query={query}
          onQuery={setQuery}
          shown={found.length}
          total={records.length}
        />
      ) : null}
      {found.length === 0 ? (
        <NothingMatches what="record" query={query} />
      ) : (
        <Table label="Records of the group">
          <TableHead>
            <TableHeader>ID</TableHeader>
            <TableHeader>Name</TableHeader>
            <TableHeader>Created</TableHeader>
            <TableHeader>
              <span className="sr-only">Actions</span>
            </TableHeader>
          </TableHead>
          <TableBody>
            {found.slice(0, length).map((record) => (
              <TableRow key={record.id}>
                <TableCell className="sm:w-1/2">
                  <RowLink href={`${base}/records/${record.id}`} className="break-all font-mono text-xs">
                    {record.id}
                  </RowLink>
                </TableCell>
                <TableCell label="Name">
                  <span className="min-w-0 break-words">{record.name ?? "–"}</span>
                </TableCell>
                <TableCell label="Created" className="whitespace-nowrap">
                  <RelativeTime value={record.createdAt} />
                </TableCell>
                <TableCell actions>
                  <RecordMenu
                    record={record}
                    projectId={group.projectId}
                    groupId={group.id}
                    base={base}
                    place="row"
                  />
                </TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      )}
      {found.length > length ? (
        <Button className="self-center" onClick={() => setLength(length + pageSize * 4)}>
          Show more of {found.length} records
        </Button>
      ) : null}
    </div>
  );
}
