import { and, desc, eq, lt, or, type SQL } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Page } from "./operation";
import { invalid } from "./read-body";

type ListFields = { limit?: number | undefined; cursor?: string | undefined };
type Position = { createdAt: Date; id: string };

/** Columns that order a list: newest first, the id deciding between rows of one millisecond. */
type Order = { createdAt: PgColumn; id: PgColumn };

/** Condition for what follows the cursor, the order, and one row more than asked to know of a next page. */
export function pageQuery(order: Order, { limit, cursor }: ListFields) {
  const position = cursor === undefined ? undefined : decodeCursor(cursor);
  const after: SQL | undefined =
    position &&
    or(
      lt(order.createdAt, position.createdAt),
      and(eq(order.createdAt, position.createdAt), lt(order.id, position.id)),
    );
  return {
    after,
    orderBy: [desc(order.createdAt), desc(order.id)],
    limit: limit === undefined ? 2_147_483_647 : limit + 1,
  };
}

/** Cuts the extra row off and names the cursor that follows the last one. */
export function toPage<Row, T>(
  rows: Row[],
  { limit }: ListFields,
  position: (row: Row) => Position,
  present: (row: Row) => T,
): Page<T> {
  const kept = limit === undefined ? rows : rows.slice(0, limit);
  const last = kept.at(-1);
  return {
    items: kept.map(present),
    next: last !== undefined && rows.length > kept.length ? encodeCursor(position(last)) : undefined,
  };
}

function encodeCursor({ createdAt, id }: Position): string {
  return Buffer.from(`${createdAt.getTime()} ${id}`).toString("base64url");
}

function decodeCursor(cursor: string): Position {
  const match = /^(\d{1,15}) ([0-9a-zA-Z-]{1,64})$/.exec(Buffer.from(cursor, "base64url").toString("latin1"));
  if (!match?.[1] || !match[2])
    throw invalid([{ path: "cursor", message: "must be a cursor from a Link header" }]);
  return { createdAt: new Date(Number(match[1])), id: match[2] };
}
