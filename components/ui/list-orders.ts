import type { Column } from "@/components/ui/data-table";
import type { ListDefinition } from "@/components/ui/list-definition";

/** Narrow screens hide the headers that sort, so they get a select with these orders. */
export function orders(
  columns: readonly Pick<Column<never>, "header" | "sort">[],
  { orders: others = {} }: Pick<ListDefinition, "orders">,
  current: string,
) {
  const ofColumns = columns.flatMap(({ header, sort }) =>
    sort
      ? [
          { value: sort, label: `${header}, ascending` },
          { value: `-${sort}`, label: `${header}, descending` },
        ]
      : [],
  );
  const known = [...Object.entries(others).map(([value, label]) => ({ value, label })), ...ofColumns];
  if (known.some(({ value }) => value === current)) return known;
  // A list may begin in an order that none of its columns shows, which is that of time.
  return [{ value: current, label: current.startsWith("-") ? "Newest first" : "Oldest first" }, ...known];
}
