"use client";

import { type RowSelectionState, rowSelectionFeature, tableFeatures, useTable } from "@tanstack/react-table";
import { ArrowDown, ArrowUp } from "lucide-react";
import { Fragment, type ReactNode, useEffect, useMemo, useRef } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import { cn } from "@/components/ui/cn";
import { later } from "@/components/ui/later";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "@/components/ui/table";
import type { DrawnRow } from "@/components/ui/virtual-rows";

export type Column<Row> = {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** The server's name of the sort field. If given, the header is a sort button. */
  sort?: string;
  /** Shows the header's text beside the value on narrow screens. */
  labelled?: boolean;
  /** A column of buttons, with a header for screen readers only. */
  actions?: boolean;
  className?: string | undefined;
  headClassName?: string | undefined;
};

export type Sorting = { current: string; onSort: (sort: string) => void };
export type Selection = { ids: RowSelectionState; onChange: (ids: RowSelectionState) => void };

/** Rows with the same key stand together below a heading. */
export type RowGroup<Row> = { key: (row: Row) => string; heading: (row: Row) => ReactNode };

export type DataTableProps<Row extends object> = {
  /** Names the table for screen readers. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowId: (row: Row) => string;
  /** Names a row: "Select List users". */
  rowName?: (row: Row) => string;
  sorting?: Sorting | undefined;
  selection?: Selection | undefined;
  /** Columns keep the widths of their headers, whatever the rows hold. */
  fixed?: boolean;
  /** The rows still belong to the previous page or search, and are replaced when the right ones arrive. */
  stale?: boolean;
  rowClassName?: string | undefined;
  group?: RowGroup<Row> | undefined;
};

const features = tableFeatures({ rowSelectionFeature });

/** Tables with more rows than this are virtualised. */
const drawnWhole = 100;

const virtualRows = later(() => import("@/components/ui/virtual-rows").then((file) => file.VirtualRows));

/** The table for all lists, with optional sorting and selection. Long tables are virtualised. */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { label, columns, rowName, sorting, selection, fixed = false, stale, rowClassName, group } = props;
  const table = useSelectableRows(props);
  const rows = table.getRowModel().rows;
  const frame = useRef<HTMLDivElement>(null);
  const isLong = rows.length > drawnWhole;
  const VirtualRows = virtualRows.useCode();
  useEffect(() => {
    if (isLong) virtualRows.need();
  }, [isLong]);

  function draw(index: number, drawn?: DrawnRow) {
    const row = rows[index];
    return row ? (
      <TableRow
        key={row.id}
        {...drawn}
        className={cn(row.getIsSelected() && "bg-hover/55", selection && "max-sm:pl-11", rowClassName)}
      >
        {selection ? (
          <SelectCell
            name={rowName?.(row.original) ?? row.id}
            checked={row.getIsSelected()}
            onChange={(on) => row.toggleSelected(on)}
          />
        ) : null}
        <Cells columns={columns} row={row.original} />
      </TableRow>
    ) : null;
  }
  return (
    <Table
      label={label}
      fixed={fixed}
      rowCount={isLong ? rows.length + 1 : undefined}
      className={cn("transition-opacity", stale && "opacity-60")}
      ref={frame}
    >
      <TableHead>
        {selection ? (
          <TableHeader className="w-11 pr-0">
            <Checkbox
              aria-label="Select all rows of this page"
              checked={table.getIsAllRowsSelected()}
              indeterminate={table.getIsSomeRowsSelected() && !table.getIsAllRowsSelected()}
              onCheckedChange={(on) => table.toggleAllRowsSelected(on)}
            />
          </TableHeader>
        ) : null}
        {columns.map((column) => (
          <Header key={column.id} column={column} sorting={sorting} />
        ))}
      </TableHead>
      <TableBody>
        {isLong && VirtualRows ? (
          <VirtualRows count={rows.length} frame={frame} draw={draw} />
        ) : (
          rows.slice(0, drawnWhole).map(({ id, original }, index) => (
            <Fragment key={id}>
              {group && isFirst(group, original, rows[index - 1]?.original) ? (
                <GroupHeading columns={columns.length + (selection ? 1 : 0)}>
                  {group.heading(original)}
                </GroupHeading>
              ) : null}
              {draw(index)}
            </Fragment>
          ))
        )}
      </TableBody>
    </Table>
  );
}

const isFirst = <Row,>({ key }: RowGroup<Row>, row: Row, before: Row | undefined) =>
  !before || key(before) !== key(row);

/** A row of the table that says what those below it have in common. */
function GroupHeading({ columns, children }: { columns: number; children: ReactNode }) {
  return (
    <TableRow className="bg-sunken/60 max-sm:py-2">
      <th
        scope="rowgroup"
        colSpan={columns}
        className="h-9 px-4 font-medium text-ink-soft text-xs max-sm:h-auto max-sm:px-0"
      >
        {children}
      </th>
    </TableRow>
  );
}

function useSelectableRows<Row extends object>(props: DataTableProps<Row>) {
  const { columns, rows, rowId, selection } = props;
  const definitions = useMemo(() => columns.map(({ id }) => ({ id })), [columns]);
  const data = useMemo(() => [...rows], [rows]);
  return useTable({
    features,
    columns: definitions,
    data,
    getRowId: rowId,
    enableRowSelection: selection !== undefined,
    state: { rowSelection: selection?.ids ?? none },
    onRowSelectionChange: (change) => {
      if (selection) selection.onChange(typeof change === "function" ? change(selection.ids) : change);
    },
  });
}

function Cells<Row>({ columns, row }: { columns: readonly Column<Row>[]; row: Row }) {
  return columns.map(({ id, header, labelled, actions, className, cell }) => (
    <TableCell
      key={id}
      {...(labelled && { label: header })}
      {...(actions && { actions })}
      className={className}
    >
      {cell(row)}
    </TableCell>
  ));
}

type SelectCellProps = { name: string; checked: boolean; onChange: (on: boolean) => void };

function SelectCell({ name, checked, onChange }: SelectCellProps) {
  return (
    <TableCell className="w-11 pr-0 max-sm:absolute max-sm:top-3 max-sm:left-4 max-sm:min-h-6 max-sm:pr-0!">
      <span className="relative z-1 inline-flex align-middle">
        <Checkbox aria-label={`Select ${name}`} checked={checked} onCheckedChange={onChange} />
      </span>
    </TableCell>
  );
}

const none: RowSelectionState = {};

type HeaderProps<Row> = { column: Column<Row>; sorting: Sorting | undefined };

function Header<Row>({ column: { header, sort, actions, headClassName }, sorting }: HeaderProps<Row>) {
  if (!sort || !sorting) {
    return (
      <TableHeader className={headClassName}>
        {actions ? <span className="sr-only">{header}</span> : header}
      </TableHeader>
    );
  }
  const { current, onSort } = sorting;
  const up = current === sort;
  const down = current === `-${sort}`;
  const Arrow = down ? ArrowDown : ArrowUp;
  return (
    <TableHeader className={headClassName} aria-sort={up ? "ascending" : down ? "descending" : "none"}>
      <button
        type="button"
        onClick={() => onSort(up ? `-${sort}` : sort)}
        className="group -mx-1 inline-flex items-center gap-1 rounded-sm px-1 hover:text-ink"
      >
        {header}
        <Arrow
          aria-hidden
          className={cn(
            "size-3",
            !(up || down) && "opacity-0 group-hover:opacity-50 group-focus-visible:opacity-50",
          )}
        />
      </button>
    </TableHeader>
  );
}
