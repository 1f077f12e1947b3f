import type { PgTable } from "drizzle-orm/pg-core";

/** How a row is locked until the end of the transaction: see "Locks" in ARCHITECTURE.md. */
export type Lock = "key share" | "share" | "no key update" | "update";

type Lockable<Result> = PromiseLike<Result> & {
  for(lock: Lock, config?: { of: PgTable }): PromiseLike<Result>;
};

/** The query, locking the rows that it finds if a lock is given; of a join, those of the table `of`. */
export function locking<Result>(
  query: Lockable<Result>,
  lock: Lock | undefined,
  of?: PgTable,
): PromiseLike<Result> {
  return lock ? query.for(lock, of && { of }) : query;
}
