import { is } from "drizzle-orm";
import { PgTransaction } from "drizzle-orm/pg-core";
import type { Db } from "./client";
import { isDiskFull } from "./disk-full";

/**
 * Carries out what a read writes on its way. While the disk is full it is left undone, the result undefined, and reading
 * goes on. Within a transaction, which a failed statement ends, it fails like any other write.
 */
export async function writeAlong<T>(db: Db, write: () => Promise<T>): Promise<T | undefined> {
  try {
    return await write();
  } catch (error) {
    if (is(db, PgTransaction) || !isDiskFull(error)) throw error;
    return undefined;
  }
}
