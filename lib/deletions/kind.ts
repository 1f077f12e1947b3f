import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";

export type Place = { projectId: string; itemId: string };

/** Rows of one table that disappear and come back with a thing. */
export type Part = {
  table: PgTable;
  /** Selects the rows. */
  of(place: Place): SQL | undefined;
  /** Size in bytes of a column that can be large. */
  bytes?: SQLWrapper;
  /** That column if it is `bytea`, which is kept as it is. */
  content?: PgColumn;
  /** A condition for rows that depend on something else: only rows that meet it come back. `row` is the row. */
  needs?: SQL;
};

export type Kind = {
  /** As in the message `Mock not found`. */
  label: string;
  name: SQLWrapper;
  /** Its own table first, then those of its children: parents before children. */
  parts: readonly [Part, ...Part[]];
  /** The column with the id of its environment, if quotas count it there. */
  environment?: PgColumn;
  /** What can prevent its return, by the name of the constraint. */
  obstacles: Record<string, { path: string; message: string }>;
};

export const bytesOf = (column: SQLWrapper) => sql`octet_length(${column})`;
