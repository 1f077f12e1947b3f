"use client";

import { Braces, Copy, Database, Link2 } from "lucide-react";
import { type ItemRow, itemsList } from "@/components/collections/collections-list";
import type { ItemDialog as Dialog } from "@/components/collections/item-dialog";
import { byteSize } from "@/components/ui/byte-size";
import { actionsColumn } from "@/components/ui/columns";
import type { Column } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { laterPopup } from "@/components/ui/later-popup";
import { ListView } from "@/components/ui/list-view";
import { RowMenu } from "@/components/ui/row-menu";
import { useList } from "@/components/ui/use-list";

const ItemDialog = laterPopup<Parameters<typeof Dialog>[0]>("dialog", () =>
  import("@/components/collections/item-dialog").then((file) => file.ItemDialog),
);

export type ItemsViewProps = { projectId: string; collectionId: string; idField: string; url: string };

/** A collection's items, read anew every few seconds while somebody looks. */
export function ItemsView({ projectId, collectionId, idField, url }: ItemsViewProps) {
  return (
    <ListView
      list={useList(itemsList, { projectId, collectionId })}
      columns={columnsOf({ idField, url })}
      rowId={({ id }) => id}
      rowName={({ id }) => `item ${id}`}
      empty={
        <EmptyState
          icon={<Database />}
          title="No items"
          text="POST an object to the collection's address, or give it a seed and reset it."
        />
      }
      fixed
      rowClassName="max-sm:grid max-sm:grid-cols-[minmax(0,1fr)_auto] max-sm:gap-x-3 max-sm:gap-y-1"
    />
  );
}

const columnsOf = ({ idField, url }: Pick<ItemsViewProps, "idField" | "url">): Column<ItemRow>[] => [
  {
    id: "id",
    header: idField,
    sort: "id",
    headClassName: "sm:w-40",
    className: "max-sm:pr-12",
    cell: ({ id }) => (
      <code title={id} className="line-clamp-2 break-all text-ink text-xs">
        {id}
      </code>
    ),
  },
  {
    id: "fields",
    header: "Fields",
    className: "max-sm:col-span-2",
    cell: ({ data }) => <Fields data={data} idField={idField} />,
  },
  {
    id: "bytes",
    header: "Size",
    sort: "bytes",
    headClassName: "sm:w-24",
    className: "whitespace-nowrap text-ink-mute text-xs tabular-nums max-sm:hidden",
    cell: ({ bytes }) => byteSize(bytes),
  },
  actionsColumn((item) => <ItemMenu item={item} url={url} />, "sm:w-14"),
];

/** Fields of a row, and characters of a value: more is in the dialog. */
const shownMax = 8;
const lengthMax = 60;

function Fields({ data, idField }: { data: ItemRow["data"]; idField: string }) {
  const fields = Object.entries(data).filter(([name]) => name !== idField);
  if (fields.length === 0) return <span className="text-ink-mute text-xs">no other fields</span>;
  const more = fields.length - shownMax;
  return (
    <span className="line-clamp-3 break-words text-xs leading-5">
      {fields.slice(0, shownMax).map(([name, value]) => (
        <span key={name} className="mr-3">
          <span className="text-ink-mute">{short(name)}</span>{" "}
          <span className="font-mono">{shownValue(value)}</span>
        </span>
      ))}
      {more > 0 ? <span className="text-ink-mute">and {more} more</span> : null}
    </span>
  );
}

const short = (text: string) => (text.length > lengthMax ? `${text.slice(0, lengthMax)}…` : text);

function shownValue(value: unknown): string {
  if (Array.isArray(value)) return `[${value.length}]`;
  if (typeof value === "object" && value !== null) return `{${Object.keys(value).length}}`;
  return typeof value === "string" ? short(value) : String(value);
}

function ItemMenu({ item, url }: { item: ItemRow; url: string }) {
  return (
    <RowMenu
      name={`item ${item.id}`}
      place="row"
      actions={[
        { label: "Look at it", icon: Braces, dialog: (control) => <ItemDialog item={item} {...control} /> },
        { label: "Copy JSON", icon: Copy, copy: ["Item", () => JSON.stringify(item.data, null, 2)] },
        { label: "Copy URL", icon: Link2, copy: ["URL", `${url}/${encodeURIComponent(item.id)}`] },
      ]}
    />
  );
}
