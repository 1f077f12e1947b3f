import type { ComponentProps, ReactNode, Ref } from "react";
import { cn } from "@/components/ui/cn";
import { Link } from "@/components/ui/link";

/*
 * Below 40rem each row becomes a card. `display: block` would drop table semantics, hence the explicit roles.
 */

export type TableProps = {
  label: string;
  /** Only headers determine column widths, so that columns do not move when the rows change. */
  fixed?: boolean;
  /** The total number of rows, headers included, if not all of them are rendered. */
  rowCount?: number | undefined;
  className?: string;
  ref?: Ref<HTMLDivElement>;
  children: ReactNode;
};

/** `label` names the table for screen readers. */
export function Table({ label, fixed, rowCount, className, ref, children }: TableProps) {
  return (
    <div
      ref={ref}
      className={cn("relative min-w-0 overflow-x-auto rounded-lg border border-line bg-surface", className)}
    >
      <table
        // biome-ignore lint/a11y/noRedundantRoles: survives display: block
        role="table"
        aria-label={label}
        aria-rowcount={rowCount}
        className={cn("w-full border-collapse text-left text-sm max-sm:block", fixed && "sm:table-fixed")}
      >
        {children}
      </table>
    </div>
  );
}

/** Takes TableHeader cells; hidden on narrow screens, where each cell shows its own label. */
export function TableHead({ children }: { children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noRedundantRoles: survives display: block
    <thead role="rowgroup" className="border-line border-b bg-sunken max-sm:sr-only">
      {/* biome-ignore lint/a11y/noRedundantRoles: survives display: block */}
      <tr role="row">{children}</tr>
    </thead>
  );
}

export function TableHeader({ className, children, ...props }: ComponentProps<"th">) {
  return (
    <th
      // biome-ignore lint/a11y/noRedundantRoles: survives display: block
      role="columnheader"
      scope="col"
      {...props}
      className={cn("h-9 whitespace-nowrap px-4 font-medium text-ink-mute text-xs", className)}
    >
      {children}
    </th>
  );
}

export function TableBody({ children }: { children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noRedundantRoles: survives display: block
    <tbody role="rowgroup" className="divide-y divide-line max-sm:block">
      {children}
    </tbody>
  );
}

export function TableRow({ className, children, ...props }: ComponentProps<"tr">) {
  return (
    <tr
      // biome-ignore lint/a11y/noRedundantRoles: survives display: block
      role="row"
      {...props}
      className={cn(
        "relative transition-colors duration-75 has-data-row-link:hover:bg-hover/55 max-sm:block max-sm:px-4 max-sm:py-3",
        className,
      )}
    >
      {children}
    </tr>
  );
}

export type TableCellProps = ComponentProps<"td"> & {
  /** The column's name, shown left of the value on narrow screens. Leave out for the row's main cell. */
  label?: string;
  /** The cell of buttons: lies above a RowLink and goes to the card's corner on narrow screens. */
  actions?: boolean;
};

export function TableCell({ label, actions, className, children, ...props }: TableCellProps) {
  return (
    <td
      // biome-ignore lint/a11y/noRedundantRoles: survives display: block
      role="cell"
      {...props}
      className={cn(
        "cell",
        actions &&
          "w-px whitespace-nowrap text-right max-sm:absolute max-sm:top-2 max-sm:right-2 max-sm:w-auto",
        !label && !actions && "max-sm:first:pr-11",
        className,
      )}
    >
      {label ? (
        <span aria-hidden className="cell-label">
          {label}
        </span>
      ) : null}
      {actions ? <span className="relative z-1 inline-flex items-center gap-1">{children}</span> : children}
    </td>
  );
}

/** The row's main link; its hit area is the whole row. Other controls of the row go into an `actions` cell. */
export function RowLink({
  href,
  className,
  children,
}: {
  href: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <Link href={href} data-row-link className={cn("row-link", className)}>
      {children}
    </Link>
  );
}

/** Like RowLink, for a row that opens something on the same page. */
export function RowButton({ className, ...props }: ComponentProps<"button">) {
  return <button type="button" data-row-link {...props} className={cn("row-link text-left", className)} />;
}

/** For the cells of a first column that stays in sight when the table is wider than its place. */
export const stickyColumn = "sm:sticky sm:left-0 sm:z-2 sm:min-w-48";
