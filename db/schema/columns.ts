import { type SQL, sql } from "drizzle-orm";
import { type AnyPgColumn, timestamp } from "drizzle-orm/pg-core";

/** An instant with millisecond precision, so that what JavaScript reads is exactly what is stored. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: "date" });

/** `created_at` and `updated_at`, both set by the writer so that one clock orders a process's rows. */
export const timestamps = {
  createdAt: instant("created_at")
    .notNull()
    .$defaultFn(() => new Date()),
  updatedAt: instant("updated_at")
    .notNull()
    .$defaultFn(() => new Date())
    .$onUpdate(() => new Date()),
};

/**
 * What lists sort a text by: its beginning, so that a cursor can hold it, in no letter case and in the one order that is
 * the same in every database.
 */
export const sortText = (text: AnyPgColumn | SQL): SQL => sql`(lower(left(${text}, 64)) collate "C")`;
