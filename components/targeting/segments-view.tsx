"use client";

import { Pencil } from "lucide-react";
import type { ReactNode } from "react";
import { historyAction } from "@/components/audit/history-action";
import { conditionsText } from "@/components/targeting/rule-rows";
import type { EditSegmentProps } from "@/components/targeting/segment-form";
import { type Segment, segmentsList } from "@/components/targeting/segments-list";
import { deleteAction, exportAction } from "@/components/ui/bulk-actions";
import { actionsColumn, createdColumn } from "@/components/ui/columns";
import { CopyButton } from "@/components/ui/copy-button";
import type { Column } from "@/components/ui/data-table";
import { laterPopup } from "@/components/ui/later-popup";
import { ListView } from "@/components/ui/list-view";
import { useWrite } from "@/components/ui/queries";
import { deletion, RowMenu } from "@/components/ui/row-menu";
import { useList } from "@/components/ui/use-list";
import { deleteSegment, updateSegment } from "@/lib/segments/contract";

const EditSegment = laterPopup<EditSegmentProps>("dialog", () =>
  import("@/components/targeting/segment-form").then((file) => file.EditSegmentDialog),
);

export type SegmentsViewProps = { projectId: string; empty: ReactNode };

const consequence =
  "Segments that rules name stay: take them out of these rules first. It can be put back for 30 seconds.";

export function SegmentsView({ projectId, empty }: SegmentsViewProps) {
  const write = useWrite();
  return (
    <ListView
      list={useList(segmentsList, { projectId })}
      columns={columnsOf(projectId)}
      rowId={({ id }) => id}
      rowName={({ name }) => name}
      bulk={[
        exportAction<Segment>((segment) => segment),
        deleteAction<Segment>(({ id }) => write(deleteSegment, { projectId, segmentId: id }), consequence),
      ]}
      empty={empty}
    />
  );
}

const columnsOf = (projectId: string): Column<Segment>[] => [
  {
    id: "name",
    header: "Name",
    sort: "name",
    className: "sm:max-w-80",
    cell: ({ name, description }) => (
      <span className="flex min-w-0 flex-col">
        <span className="break-words font-medium text-ink">{name}</span>
        {description ? (
          <span className="line-clamp-2 break-words text-ink-mute text-xs">{description}</span>
        ) : null}
      </span>
    ),
  },
  {
    id: "key",
    header: "Key",
    sort: "key",
    labelled: true,
    className: "font-mono text-xs sm:max-w-56",
    cell: ({ name, key }) => (
      <span className="flex min-w-0 items-center gap-1">
        <span className="min-w-0 break-all">{key}</span>
        <CopyButton text={key} what={`key of ${name}`} />
      </span>
    ),
  },
  {
    id: "conditions",
    header: "Who is in it",
    labelled: true,
    className: "sm:max-w-96",
    cell: ({ match, conditions }) => (
      <span className="line-clamp-3 break-words text-xs">{conditionsText(match, conditions)}</span>
    ),
  },
  createdColumn(),
  actionsColumn((segment) => <SegmentMenu projectId={projectId} segment={segment} />),
];

function SegmentMenu({ projectId, segment }: { projectId: string; segment: Segment }) {
  const write = useWrite();
  const { id: segmentId, name, updatedAt } = segment;
  return (
    <RowMenu
      name={name}
      place="row"
      actions={[
        {
          label: "Edit",
          icon: Pencil,
          dialog: (control) => <EditSegment projectId={projectId} segment={segment} {...control} />,
        },
        historyAction(name, {
          ...{ projectId, subjectKind: "segment", subjectIds: [segmentId] },
          putBack: {
            fields: ["name", "description", "match", "conditions"],
            write: (_, fields) =>
              write(updateSegment, { projectId, segmentId, ...fields }, { ifMatch: updatedAt }),
          },
        }),
        deletion({
          ...{ what: "segment", name, consequence },
          onDelete: () => write(deleteSegment, { projectId, segmentId }),
        }),
      ]}
    />
  );
}
