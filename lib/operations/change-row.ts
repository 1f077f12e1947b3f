import { and, eq, getTableColumns, type SQL } from "drizzle-orm";
import { getTableConfig, type PgColumn, type PgTable } from "drizzle-orm/pg-core";
import type { Db } from "@/db/client";
import { isUniqueViolation } from "@/db/unique-violation";
import { type Ctx, inTransaction } from "./context";
import { requireMatch } from "./if-match";
import { type Addition, withinQuotas } from "./quota";
import { noteBefore } from "./trail";

type Versioned = { updatedAt: Date };
type VersionedTable = PgTable & { updatedAt: PgColumn; $inferSelect: Versioned };

type Columns<T extends VersionedTable> = Partial<T["$inferSelect"]>;

type RowChange<T extends VersionedTable, Row extends Versioned, Fields, Shown> = {
  /** The call's input; asked for once for each attempt, after access is checked. */
  fields(): Promise<Fields>;
  /**
   * Checks access, then locks the row: with "no key update", or with "update" where a column may change that other tables
   * refer to. What the change depends on besides is locked here too, in the order that ARCHITECTURE.md gives.
   */
  find(ctx: Ctx, fields: () => Promise<Fields>): Promise<Row>;
  /**
   * Decides on the locked row: checks the row as it will be, and returns the columns that change. If there are none,
   * nothing is written.
   */
  change(row: NoInfer<Row>, fields: NoInfer<Fields>, ctx: Ctx): Columns<T> | Promise<Columns<T>>;
  /** What the change adds to quotas. */
  additions?(after: NoInfer<Row>, before: NoInfer<Row>): readonly Addition[];
  /** Writes in another way than by updating these columns. */
  write?(ctx: Ctx, row: NoInfer<Row>, columns: Columns<T>): Promise<Partial<T["$inferSelect"]>>;
  /** The error for a unique value that another row has. */
  taken?(after: NoInfer<Row>, error: unknown): Error;
  /** The row as the operation answers it. */
  show(row: NoInfer<Row>): Shown;
  /** Runs once it is committed: evicts what caches hold of the row. */
  after?(after: NoInfer<Row>, before: NoInfer<Row>): void | Promise<void>;
};

/**
 * Changes one row. Everything is decided on the row as it is locked, so that two changes at the same time come one after
 * the other, and only changed columns are written, so that neither undoes the other's.
 * @throws {AppError} `changed` when the caller's `If-Match` names an older state
 */
export function changeRow<T extends VersionedTable, Row extends Versioned, Fields, Shown>(
  ctx: Ctx,
  table: T,
  { find, change, additions, write, taken, show, after, ...input }: RowChange<T, Row, Fields, Shown>,
): Promise<Shown> {
  return inTransaction(ctx, async (inner) => {
    let given: Promise<Fields> | undefined;
    const fields = () => {
      given ??= input.fields();
      return given;
    };
    const row = await find(inner, fields);
    const asked = await fields();
    requireMatch(inner, row.updatedAt, () => show(row));
    const columns = await change(row, asked, inner);
    noteBefore(inner, show(row) as object);
    if (Object.keys(columns).length === 0) return show(row);
    const planned = { ...row, ...columns };
    const store = (within: Ctx) =>
      write ? write(within, row, columns) : writeColumns(within.db, table, row, columns);
    try {
      const stored = await withinQuotas(inner, additions?.(planned, row) ?? [], store);
      const changed = { ...row, ...stored };
      if (after) inner.after(() => after(changed, row));
      return show(changed);
    } catch (error) {
      throw taken && isUniqueViolation(error) ? taken(planned, error) : error;
    }
  });
}

/** Updates these columns of one row, which it finds by its primary key, and returns it. */
export async function writeColumns<T extends VersionedTable>(
  db: Db,
  table: T,
  row: Versioned,
  columns: Columns<T>,
): Promise<T["$inferSelect"]> {
  const [changed] = await db
    .update(table as PgTable)
    .set(columns)
    .where(isRow(table, row))
    .returning();
  if (!changed) throw new Error("a locked row is there until the transaction ends");
  return changed as T["$inferSelect"];
}

function isRow(table: PgTable, row: object): SQL | undefined {
  const { primaryKeys, columns } = getTableConfig(table);
  const keys = primaryKeys[0]?.columns ?? columns.filter(({ primary }) => primary);
  const names = new Set(keys.map(({ name }) => name));
  const own = Object.entries(getTableColumns(table)).filter(([, { name }]) => names.has(name));
  return and(...own.map(([property, column]) => eq(column, row[property as keyof typeof row])));
}
