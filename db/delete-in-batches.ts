import { type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Db } from "./client";
import { rawRows } from "./raw-rows";

/** Rows that one statement deletes. The embedded database does nothing else until it ends. */
const batchMax = 2000;
/** Batches of one call. The rest is left for the next one. */
const batchesMax = 100;

/**
 * Deletes rows, some at a time. Rows that somebody has locked are left for the next call.
 * @param where which rows; may use the table's own name
 */
export async function deleteInBatches(db: Db, table: PgTable, where: SQL | undefined): Promise<void> {
  for (let batch = 0; batch < batchesMax; batch += 1) {
    const deleted = await rawRows(
      db,
      sql`delete from ${table} where ctid = any(array(
            select ctid from ${table} where ${where} limit ${batchMax} for update skip locked))
          returning 1`,
    );
    if (deleted.length < batchMax) return;
  }
}
