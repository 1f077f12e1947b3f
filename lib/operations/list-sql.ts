import { and, type GetColumnData, is, or, SQL, sql } from "drizzle-orm";
import { PgColumn, PgJson, type PgTable } from "drizzle-orm/pg-core";
import type { Db } from "@/db/client";
import { sortText } from "@/db/schema/columns";
import { type IdKind, type Position, type SortKind, unknownCursor } from "./cursor";
import { countMax } from "./operation";

export type Source = PgColumn | SQL;
export type Columns = Record<string, Source>;

/** What a query of these columns gives. */
export type RowOf<C extends Columns> = {
  [Name in keyof C]: C[Name] extends PgColumn
    ? GetColumnData<C[Name]>
    : C[Name] extends SQL<infer T>
      ? T
      : never;
};

/** What rows are ordered by. Never null, because comparisons with null are neither true nor false. */
export type Sort = { kind: SortKind; key: Source };

export const byText = (text: Source): Sort => ({ kind: "text", key: sortText(text) });
export const byTime = (key: Source): Sort => ({ kind: "time", key });
export const byNumber = (key: Source): Sort => ({ kind: "number", key });

/** How a list is read: from which tables and columns, and what it can be searched and sorted by. */
export type List<C extends Columns = Columns> = {
  from: PgTable | SQL;
  joins?: readonly { table: PgTable; on: SQL | undefined }[];
  /** Columns by the names of the answer's fields. Only requested ones are read. */
  columns: C;
  /** Columns that are always read, because other fields are computed from them. */
  always?: readonly string[];
  /** The tie-breaker between rows with the same sort value. */
  id: Source;
  /** Overrides the kind that the id's column implies. */
  idKind?: IdKind;
  /** The field that every row keeps, `id` unless stated. */
  idField?: string;
  sorts: Record<string, Sort>;
  searched?: readonly Source[];
  /** A column that has all of these in lower case, with spaces between. */
  searchText?: PgColumn;
  /** Computed columns that may be long. */
  weighed?: readonly SQL[];
  /** Bytes of a row that lie outside of its columns. */
  weight?: SQL;
};

export const listOf = <C extends Columns>(list: List<C>): List<C> => list;

export type Order = { sort: string; kind: SortKind; key: Source; isDescending: boolean };

/** @param sort the name of a sort, with `-` in front for the other direction */
export function orderOf(list: List, sort: string): Order {
  const isDescending = sort.startsWith("-");
  const found = list.sorts[isDescending ? sort.slice(1) : sort];
  if (!found) throw new Error(`a list declares the sort ${sort} and does not have it`);
  return { sort, isDescending, ...found };
}

export function idKindOf({ id, idKind }: List): IdKind {
  if (idKind) return idKind;
  const type = is(id, PgColumn) ? id.getSQLType() : "text";
  return type === "uuid" ? "uuid" : type === "integer" ? "number" : "text";
}

/** Rows after a position. Sort value and id are compared as one row value, so that an index on both applies. */
export function afterPosition({ id }: List, { kind, key, isDescending }: Order, at: Position): SQL {
  if (kind !== "text" && typeof at.value !== "number") throw unknownCursor();
  const value = {
    text: () => sql`${at.value}`,
    number: () => sql`${at.value}::bigint`,
    time: () => sql`${new Date(at.value).toISOString()}::timestamptz`,
  }[kind]();
  return sql`(${key}, ${id}) ${isDescending ? sql`<` : sql`>`} (${value}, ${at.id})`;
}

/** A sort's value as text, the way cursors hold it. */
export function keyText(kind: SortKind, key: Source | SQL.Aliased): SQL {
  return kind === "time" ? sql`(extract(epoch from ${key}) * 1000)::bigint::text` : sql`${key}::text`;
}

/** Whether every word occurs in one of the list's searched columns, in any letter case. */
export function allOccur(words: readonly string[], { searched = [], searchText }: List): SQL | undefined {
  const places = searchText ? [searchText] : searched.map((column) => sql`lower(${column})`);
  return and(
    ...words.map((word) => {
      const pattern = `%${word.replace(/[\\%_]/g, "\\$&")}%`;
      return or(...places.map((place) => sql`${place} like lower(${pattern})`));
    }),
  );
}

/** Bytes of a row's texts. That of `text` is known without reading the value. */
export function weightOf(sources: readonly Source[], { weighed = [], weight: extra }: List): SQL {
  const lengths = sources.flatMap((source) => {
    if (is(source, SQL) && weighed.includes(source)) return [sql`coalesce(octet_length(${source}), 0)`];
    if (!is(source, PgColumn)) return [];
    if (is(source, PgJson)) return [sql`coalesce(octet_length(${source}::text), 0)`];
    return source.getSQLType() === "text" ? [sql`coalesce(octet_length(${source}), 0)`] : [];
  });
  return sql.join([sql`0`, ...lengths, ...(extra ? [extra] : [])], sql` + `);
}

/** How many rows there are, up to one more than `countMax`. */
export async function countRows(db: Db, list: List, where: SQL | undefined): Promise<number> {
  const some = db
    .select({ one: sql`1`.as("one") })
    .from(list.from)
    .$dynamic();
  for (const { table, on } of list.joins ?? []) some.innerJoin(table, on);
  const [row] = await db.select({ total: sql`count(*)`.mapWith(Number) }).from(
    some
      .where(where)
      .limit(countMax + 1)
      .as("some"),
  );
  return row?.total ?? 0;
}
