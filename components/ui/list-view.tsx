"use client";

import type { RowSelectionState } from "@tanstack/react-table";
import { type ReactNode, useEffect, useState } from "react";
import type { BulkAction } from "@/components/ui/bulk-bar";
import { Button } from "@/components/ui/button";
import { FormAlert } from "@/components/ui/callout";
import { type Column, DataTable, type RowGroup } from "@/components/ui/data-table";
import { messageOf } from "@/components/ui/form-problem";
import { later } from "@/components/ui/later";
import { orders } from "@/components/ui/list-orders";
import { ListSearch } from "@/components/ui/list-search";
import { Select } from "@/components/ui/select";
import type { List } from "@/components/ui/use-list";
import { countMax } from "@/lib/operations/operation";

export type ListViewProps<Row extends object> = {
  list: List & { rows: readonly Row[] };
  columns: readonly Column<Row>[];
  rowId: (row: Row) => string;
  rowName: (row: Row) => string;
  bulk?: readonly BulkAction<Row>[];
  /** Shown in place of the list if there are no rows at all. */
  empty: ReactNode;
  fixed?: boolean;
  rowClassName?: string;
  /** Filters beside those of the definition. */
  controls?: ReactNode;
  /** What neighbouring rows have in common, in the order that the list has. */
  group?: RowGroup<Row> | undefined;
};

/** Nobody selects rows before the page is there. */
const bulkBar = later(() => import("@/components/ui/bulk-bar").then((file) => file.BulkBar));

/** Shorter lists need no search. */
const searchFrom = 9;

/** The view for all lists: search, filters, order, pages and bulk actions. Its state is in the address. */
export function ListView<Row extends object>(props: ListViewProps<Row>) {
  const { list, columns, rowId, rowName, bulk, empty, fixed = false, rowClassName, group } = props;
  const { label, noun } = list.definition;
  const [selected, setSelected] = useState<RowSelectionState>({});
  const chosen = list.rows.filter((row) => selected[rowId(row)]);
  const BulkBar = bulkBar.useCode();
  const isChoosing = chosen.length > 0;
  useEffect(() => {
    if (isChoosing) bulkBar.need();
  }, [isChoosing]);
  const selection = { ids: selected, onChange: setSelected };
  const sorting = { current: list.address.sort, onSort: (sort: string) => list.change({ sort }) };
  const isPart = list.narrowed || list.address.cursor !== null;
  if (list.rows.length === 0 && !isPart && !list.loading && !list.error) return empty;
  return (
    <div className="flex flex-col gap-3">
      {isPart || list.hasNext || list.rows.length >= searchFrom ? <Toolbar {...props} /> : null}
      {list.error ? <FormAlert>{messageOf(list.error)}</FormAlert> : null}
      {bulk && BulkBar && isChoosing ? (
        <BulkBar rows={chosen} noun={noun} actions={bulk} onClear={() => setSelected({})} />
      ) : null}
      {list.rows.length === 0 ? (
        <p className="rounded-lg border border-line bg-surface px-4 py-10 text-center text-ink-mute">
          {list.loading ? "Loading…" : nothing(list)}
        </p>
      ) : (
        <DataTable
          label={label}
          columns={columns}
          rows={list.rows}
          rowId={rowId}
          rowName={rowName}
          sorting={sorting}
          selection={bulk ? selection : undefined}
          fixed={fixed}
          stale={list.stale}
          rowClassName={rowClassName}
          group={group}
        />
      )}
      <Pager list={list} />
    </div>
  );
}

function nothing({ definition, address, narrowed }: List): string {
  if (!narrowed) return "There is nothing on this page any more.";
  const what = definition.label.toLowerCase();
  return address.q.trim() ? `No ${what} match “${address.q.trim()}”.` : `No ${what} match these filters.`;
}

function Toolbar<Row extends object>({ list, columns, controls }: ListViewProps<Row>) {
  const { address, total, narrowed } = list;
  const { label, placeholder, filters = {} } = list.definition;
  const what = label.toLowerCase();
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <ListSearch
        label={`Filter ${what}`}
        placeholder={placeholder}
        value={address.q}
        onChange={(q) => list.change({ q })}
      />
      {Object.entries(filters).map(([name, { label: title, options }]) => (
        <Select
          key={name}
          aria-label={title}
          className="w-auto"
          options={Object.entries({ [any]: title, ...options }).map(([value, label]) => ({ value, label }))}
          value={String(address[name] ?? any)}
          onValueChange={(value) => list.change({ [name]: value === any ? null : value })}
        />
      ))}
      {controls}
      <Select
        aria-label="Order"
        className="w-auto sm:hidden"
        options={orders(columns, list.definition, address.sort)}
        value={address.sort}
        onValueChange={(sort) => list.change({ sort })}
      />
      <p role="status" className="text-ink-mute text-sm">
        {total === undefined ? null : `${count(total)} ${narrowed ? "found" : what}`}
      </p>
    </div>
  );
}

const count = (total: number) =>
  total > countMax ? `${countMax.toLocaleString("en")}+` : total.toLocaleString("en");

/** Stands for no filter, because an empty value would mean that nothing is selected. */
const any = "any";

function Pager({ list }: { list: List }) {
  const { toFirst, toPrevious, hasNext, toNext, address } = list;
  if (!toFirst && !hasNext) return null;
  return (
    <nav aria-label="Pages" className="flex items-center justify-end gap-2">
      <span className="mr-auto text-ink-mute text-sm">Page {address.page}</span>
      {toFirst && !toPrevious ? <Button onClick={toFirst}>First page</Button> : null}
      {toPrevious ? <Button onClick={toPrevious}>Previous</Button> : null}
      <Button disabled={!toNext} onClick={() => toNext?.()}>
        Next
      </Button>
    </nav>
  );
}
