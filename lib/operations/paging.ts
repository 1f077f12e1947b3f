import { and, desc, eq, lt, or, type SQL } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { isGuid } from "./ids";
import type { Page } from "./operation";
import { invalid } from "./read-body";

type ListFields = { limit?: number | undefined; cursor?: string | undefined };
type Position = { createdAt: Date; id: string };

/** Columns that order a list: newest first, the id deciding between rows of one millisecond. */
type Order = { createdAt: PgColumn; id: PgColumn };

/**
 * Clauses of a list's query: what lies in `scope` after the cursor, in order, and one row more than
 * asked to know of a next page.
 */
export function pageQuery(order: Order, { limit, cursor }: ListFields, scope?: SQL) {
  const position = cursor === undefined ? undefined : decodeCursor(cursor, order.id.getSQLType());
  const after: SQL | undefined =
    position &&
    or(
      lt(order.createdAt, position.createdAt),
      and(eq(order.createdAt, position.createdAt), lt(order.id, position.id)),
    );
  return {
    where: and(scope, after),
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

/** A page of a list that is short, whole and in order; its cursor says how many to pass over. */
export function pageOf<Row, T>(
  rows: Row[],
  { limit, cursor }: ListFields,
  present: (row: Row) => T,
): Page<T> {
  const start = cursor === undefined ? 0 : sequenceOf(cursor);
  const end = limit === undefined ? rows.length : start + limit;
  return {
    items: rows.slice(start, end).map(present),
    next: end < rows.length ? sequenceCursor(end) : undefined,
  };
}

/** Cursors of lists that a sequence orders. */
export function sequenceCursor(sequence: number): string {
  return Buffer.from(`#${sequence}`).toString("base64url");
}

/** @throws {AppError} `invalid_request` */
export function sequenceOf(cursor: string): number {
  const match = /^#(\d{1,15})$/.exec(Buffer.from(cursor, "base64url").toString("latin1"));
  if (!match?.[1]) throw unknownCursor();
  return Number(match[1]);
}

const unknownCursor = () => invalid([{ path: "cursor", message: "must be a cursor from a Link header" }]);

function encodeCursor({ createdAt, id }: Position): string {
  return Buffer.from(`${createdAt.getTime()} ${id}`).toString("base64url");
}

/** @throws {AppError} `invalid_request` for what would not compare with the columns, too */
function decodeCursor(cursor: string, idType: string): Position {
  const match = /^(\d{1,13}) ([0-9a-zA-Z_-]{1,128})$/.exec(
    Buffer.from(cursor, "base64url").toString("latin1"),
  );
  if (!match?.[1] || !match[2] || (idType === "uuid" && !isGuid(match[2]))) throw unknownCursor();
  return { createdAt: new Date(Number(match[1])), id: match[2] };
}
