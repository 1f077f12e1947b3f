import { and, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";

/** Rows that have all of these tags, in any letter case. */
export const withTags = (column: PgColumn, tags: readonly string[]): SQL | undefined =>
  and(...tags.map((tag) => sql`lower(${tag}) = any (lower(${column}::text)::text[])`));
