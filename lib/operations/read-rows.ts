import { and, type SQL, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import type { Position } from "./cursor";
import { afterPosition, type List, type Order } from "./list-sql";
import type { PageHoles, PageQuery } from "./page-query";

export type Selection = Omit<PageHoles, "where"> & {
  order: Order;
  after: Position | undefined;
  where: SQL | undefined;
};

/** A row's place in the list; `bytes` are those of its texts and of all before it. */
export type Placed = { position: Position; bytes: number; values: Record<string, unknown> | undefined };

/** Rows from a position on, and how many there are without the bounds of bytes. */
export async function readRows(
  db: Db,
  list: List,
  query: PageQuery,
  { order, after, where, ...bounds }: Selection,
): Promise<{ rows: Placed[]; count: number }> {
  const here = and(where, after && afterPosition(list, order, after)) ?? sql`true`;
  // As the driver gives them: what drizzle makes of rows takes the thread in one go, and most of a page's time.
  const { rows } = (await db.execute(query.with({ ...bounds, where: here }))) as unknown as {
    rows: Record<string, unknown>[];
  };
  return {
    rows: rows.map((row) => ({
      position: {
        sort: order.sort,
        value: order.kind === "text" ? String(row.key_text) : Number(row.key_text),
        id: String(row.id_text),
      },
      bytes: Number(row.bytes),
      // With these four, because a copy without them costs more than they do.
      values: row.is_read ? row : undefined,
    })),
    count: Number(rows[0]?.row_count ?? 0),
  };
}
