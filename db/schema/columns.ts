import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { type AnyPgColumn, customType, timestamp } from "drizzle-orm/pg-core";

/** Bytes as they are. */
export const bytea = customType<{ data: Buffer }>({ dataType: () => "bytea" });

/** A list of words in one text, as OAuth writes scopes. */
export const spaceSeparated = <Word extends string>() =>
  customType<{ data: Word[]; driverData: string }>({
    dataType: () => "text",
    toDriver: (words) => words.join(" "),
    fromDriver: (text) => text.split(" ") as Word[],
  });

/** An instant with millisecond precision, so that what JavaScript reads is exactly what is stored. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: "date" });

/** The time of a change: now, but always later than the previous change, so that it tells two states of a row apart. */
export const laterThan = (updatedAt: SQLWrapper, now: Date): SQL<Date> =>
  sql`greatest(${now.toISOString()}::timestamptz, ${updatedAt} + interval '1 millisecond')`;

let moment: Date | undefined;

/** Now, the same for all that is made in one go, so that a new row was changed last when it was created. */
function thisMoment(): Date {
  if (!moment) {
    moment = new Date();
    queueMicrotask(() => {
      moment = undefined;
    });
  }
  return moment;
}

/** `created_at` and `updated_at`, both set by the writer so that one clock orders a process's rows. */
export const timestamps = {
  createdAt: instant("created_at").notNull().$defaultFn(thisMoment),
  updatedAt: instant("updated_at")
    .notNull()
    .$defaultFn(thisMoment)
    .$onUpdate(() => laterThan(sql.identifier("updated_at"), new Date())),
};

/**
 * The key by which lists sort a text: its beginning, short enough for a cursor, ignoring letter case and in a
 * collation that is the same in every database.
 */
export const sortText = (text: AnyPgColumn | SQL): SQL => sql`(lower(left(${text}, 64)) collate "C")`;

/** Replaces null, which compares with nothing, by a value that has a place in a list. */
export const orEmpty = (text: AnyPgColumn): SQL => sql`coalesce(${text}, '')`;
export const orFirst = (time: AnyPgColumn): SQL => sql`coalesce(${time}, 'epoch'::timestamptz)`;
export const orLast = (time: AnyPgColumn): SQL =>
  sql`coalesce(${time}, '9999-12-31T23:59:59.999Z'::timestamptz)`;
