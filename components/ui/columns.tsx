import type { ReactNode } from "react";
import type { Column } from "@/components/ui/data-table";
import { RelativeTime } from "@/components/ui/times";

/** Columns that most lists have. */

export const createdColumn = <Row extends { createdAt: string }>(
  look: Partial<Column<Row>> = {},
): Column<Row> => ({
  id: "created",
  header: "Created",
  sort: "createdAt",
  labelled: true,
  className: "whitespace-nowrap",
  cell: ({ createdAt }) => <RelativeTime value={createdAt} />,
  ...look,
});

export const actionsColumn = <Row,>(cell: (row: Row) => ReactNode, headClassName?: string): Column<Row> => ({
  id: "actions",
  header: "Actions",
  actions: true,
  cell,
  headClassName,
});
