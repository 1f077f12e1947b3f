import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { type AnyPgColumn, timestamp } from "drizzle-orm/pg-core";

/** An instant with millisecond precision, so that what JavaScript reads is exactly what is stored. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: "date" });

/** The time of a change: now, but always later than the change before, so that it tells states of a row apart. */
export const laterThan = (updatedAt: SQLWrapper, now: Date): SQL<Date> =>
  sql`greatest(${now.toISOString()}::timestamptz, ${updatedAt} + interval '1 millisecond')`;

/** `created_at` and `updated_at`, both set by the writer so that one clock orders a process's rows. */
export const timestamps = {
  createdAt: instant("created_at")
    .notNull()
    .$defaultFn(() => new Date()),
  updatedAt: instant("updated_at")
    .notNull()
    .$defaultFn(() => new Date())
    .$onUpdate(() => laterThan(sql.identifier("updated_at"), new Date())),
};

/**
 * What lists sort a text by: its beginning, so that a cursor can hold it, in no letter case and in the one order that is
 * the same in every database.
 */
export const sortText = (text: AnyPgColumn | SQL): SQL => sql`(lower(left(${text}, 64)) collate "C")`;

/** Nulls compare with nothing; in a list they have a place. */
export const orEmpty = (text: AnyPgColumn): SQL => sql`coalesce(${text}, '')`;
export const orFirst = (time: AnyPgColumn): SQL => sql`coalesce(${time}, 'epoch'::timestamptz)`;
export const orLast = (time: AnyPgColumn): SQL =>
  sql`coalesce(${time}, '9999-12-31T23:59:59.999Z'::timestamptz)`;
