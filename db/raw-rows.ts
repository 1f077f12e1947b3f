import type { SQL } from "drizzle-orm";
import type { Db } from "./client";

/**
 * Rows as the driver gives them, one by one as they arrive: for thousands of rows, which drizzle would map in one go
 * that nothing else runs in. `bigint` columns are texts.
 */
export async function rawRows<Row>(db: Db, query: SQL): Promise<Row[]> {
  const { rows } = (await db.execute(query)) as unknown as { rows: Row[] };
  return rows;
}
