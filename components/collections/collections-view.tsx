"use client";

import type { ReactNode } from "react";
import { CollectionMenu } from "@/components/collections/collection-menu";
import { type CollectionSummary, collectionsList } from "@/components/collections/collections-list";
import { deleteAction, switchAction } from "@/components/ui/bulk-actions";
import { byteSize } from "@/components/ui/byte-size";
import { cn } from "@/components/ui/cn";
import { actionsColumn } from "@/components/ui/columns";
import { CopyButton } from "@/components/ui/copy-button";
import type { Column } from "@/components/ui/data-table";
import { ListView } from "@/components/ui/list-view";
import { useWrite } from "@/components/ui/queries";
import { Switch } from "@/components/ui/switch";
import { RowLink } from "@/components/ui/table";
import { RelativeTime } from "@/components/ui/times";
import { useList } from "@/components/ui/use-list";
import { useSwitch } from "@/components/ui/use-switch";
import { deleteMockCollection, updateMockCollection } from "@/lib/mocks/collections/contract";

export type CollectionsViewProps = { projectId: string; base: string; empty: ReactNode };

export function CollectionsView({ projectId, base, empty }: CollectionsViewProps) {
  const write = useWrite();
  const turn = (enabled: boolean) =>
    switchAction<CollectionSummary>(enabled, ({ id }) =>
      write(updateMockCollection, { projectId, collectionId: id, enabled }, { patch: { id, enabled } }),
    );
  return (
    <ListView
      list={useList(collectionsList, { projectId })}
      columns={columnsOf(base)}
      rowId={({ id }) => id}
      rowName={({ name }) => name}
      bulk={[
        turn(true),
        turn(false),
        deleteAction<CollectionSummary>(
          ({ id }) => write(deleteMockCollection, { projectId, collectionId: id }),
          "Their items go with them, and their addresses answer 404 from then on.",
        ),
      ]}
      empty={empty}
      fixed
      rowClassName="max-sm:grid max-sm:grid-cols-[minmax(0,1fr)_auto] max-sm:gap-x-3 max-sm:gap-y-1"
    />
  );
}

const columnsOf = (base: string): Column<CollectionSummary>[] => [
  {
    id: "name",
    header: "Name",
    sort: "name",
    className: "max-sm:col-span-2 max-sm:pr-26",
    cell: ({ id, name, enabled }) => (
      <RowLink href={`${base}/${id}`} className={cn("line-clamp-2", !enabled && "text-ink-mute")}>
        {name}
      </RowLink>
    ),
  },
  {
    id: "path",
    header: "Path",
    sort: "path",
    headClassName: "sm:w-[36%]",
    cell: ({ path, url, name }) => (
      <span className="flex min-w-0 items-center gap-1 font-mono text-xs">
        <span className="min-w-0 truncate" title={url}>
          {path}
        </span>
        <span className="relative z-1">
          <CopyButton text={url} what={`URL of ${name}`} />
        </span>
      </span>
    ),
  },
  {
    id: "items",
    header: "Items",
    sort: "itemCount",
    headClassName: "sm:w-32",
    className: "whitespace-nowrap tabular-nums max-sm:text-right",
    cell: ({ itemCount, itemBytes }) => (
      <>
        {itemCount.toLocaleString("en")}
        <span className="sm:hidden"> {itemCount === 1 ? "item" : "items"}</span>
        <span className="ml-2 text-ink-mute text-xs">{byteSize(itemBytes)}</span>
      </>
    ),
  },
  {
    id: "changed",
    header: "Changed",
    sort: "updatedAt",
    headClassName: "w-32 max-lg:hidden",
    className: "whitespace-nowrap max-lg:hidden",
    cell: ({ updatedAt }) => (
      <span className="relative z-1">
        <RelativeTime value={updatedAt} />
      </span>
    ),
  },
  {
    id: "on",
    header: "On",
    headClassName: "sm:w-18",
    className: "max-sm:absolute max-sm:top-2 max-sm:right-14",
    cell: (collection) => <EnabledSwitch collection={collection} />,
  },
  actionsColumn(
    (collection) => <CollectionMenu collection={collection} base={base} place="row" />,
    "sm:w-14",
  ),
];

function EnabledSwitch({ collection: { id, projectId, name, enabled } }: { collection: CollectionSummary }) {
  const turn = useSwitch(updateMockCollection, { projectId, collectionId: id });
  return (
    <span className="relative z-1 inline-flex align-middle touch:min-h-10 touch:items-center">
      <Switch
        checked={enabled}
        onCheckedChange={(on) => void turn({ id, field: "enabled", what: `“${name}”` }, on)}
        aria-label={`${name} is on`}
      />
    </span>
  );
}
