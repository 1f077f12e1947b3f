import { and, is, type SQL, sql } from "drizzle-orm";
import { PgColumn, PgJson } from "drizzle-orm/pg-core";
import type { Db } from "@/db/client";
import type { Position } from "./cursor";
import { afterPosition, keyText, type List, type Order, type Source, weightOf } from "./list-sql";

export type Selection = {
  order: Order;
  /** Rows at most. */
  rows: number;
  after: Position | undefined;
  /** Of the answer; all where it is left out. */
  fields: readonly string[] | undefined;
  where: SQL | undefined;
  /** Rows that begin beyond so many bytes of texts are left out. */
  bytes: number;
  /** Of those that begin beyond so many the place alone is read. */
  valueBytes: number;
};

/** A row's place in the list; `bytes` are those of its texts and of all before it. */
export type Placed = { position: Position; bytes: number; values: Record<string, unknown> | undefined };

/** Rows from a position on, and how many there are without the bounds of bytes. */
export async function readRows(
  db: Db,
  list: List,
  selection: Selection,
): Promise<{ rows: Placed[]; count: number }> {
  const { order, bytes, valueBytes } = selection;
  const columns = columnsOf(list, selection.fields);
  const found = findRows(db, list, columns, selection);
  const direction = order.isDescending ? sql`desc` : sql`asc`;
  const inOrder = sql`order by ${found.pageKey} ${direction}, ${found.pageId} ${direction}`;
  const sum = sql`sum(${found.pageBytes}) over (${inOrder} rows unbounded preceding)`;
  const measured = db
    .select({
      ...found._.selectedFields,
      pageKey: keyText(order.kind, found.pageKey).as("key_text"),
      pageId: sql`${found.pageId}::text`.as("id_text"),
      bytes: sum.as("bytes"),
      before: sql`${sum} - ${found.pageBytes}`.as("before"),
      place: sql`row_number() over (${inOrder})`.as("place"),
      count: sql`count(*) over ()`.as("row_count"),
    })
    .from(found)
    .as("measured");
  const isRead = sql`${measured.before} < ${valueBytes}`;
  const query = db
    .select({
      ...Object.fromEntries(
        columns.map(([name]) => {
          const alias = sql.identifier(fieldAlias(name));
          return [fieldAlias(name), sql`case when ${isRead} then ${alias} end`.as(fieldAlias(name))];
        }),
      ),
      isRead: isRead.as("is_read"),
      pageKey: measured.pageKey,
      pageId: measured.pageId,
      bytes: measured.bytes,
      count: measured.count,
    })
    .from(measured)
    .where(sql`${measured.before} < ${bytes}`)
    .orderBy(measured.place);
  // As the driver gives them: what drizzle makes of rows takes the thread in one go, and most of a page's time.
  const { rows } = (await db.execute(query.getSQL())) as unknown as { rows: Record<string, unknown>[] };
  return {
    rows: rows.map(({ is_read, key_text, id_text, bytes: upTo, row_count: _, ...values }) => ({
      position: {
        sort: order.sort,
        value: order.kind === "text" ? String(key_text) : Number(key_text),
        id: String(id_text),
      },
      bytes: Number(upTo),
      values: is_read ? values : undefined,
    })),
    count: Number(rows[0]?.row_count ?? 0),
  };
}

/** How the values of a row become what its columns say. */
export function decoderOf(list: List, fields: readonly string[] | undefined) {
  const columns = columnsOf(list, fields).map(([name, source]) => {
    const decode = is(source, PgColumn) ? (value: unknown) => source.mapFromDriverValue(value) : undefined;
    return { name, alias: fieldAlias(name), decode };
  });
  return (values: Record<string, unknown>) => {
    const row: Record<string, unknown> = {};
    for (const { name, alias, decode } of columns) {
      const value = values[alias];
      row[name] = value === null || !decode ? value : decode(value);
    }
    return row;
  };
}

type Named = readonly [name: string, source: Source];

const columnsOf = (list: List, fields: readonly string[] | undefined): Named[] =>
  Object.entries(list.columns).filter(
    ([name]) => !fields || fields.includes(name) || list.always?.includes(name),
  );

/** Columns of several tables may have one name; in the page's query each has its field's. */
const fieldAlias = (name: string) => `field_${name}`;

function findRows(db: Db, list: List, columns: readonly Named[], { order, rows, after, where }: Selection) {
  const selected = columns.map(([name, source]) => {
    // As text, so that no driver parses all rows of a page at once.
    const value = is(source, PgJson) ? sql`${source}::text` : sql`${source}`;
    return [fieldAlias(name), value.as(fieldAlias(name))] as const;
  });
  const query = db
    .select({
      ...Object.fromEntries(selected),
      pageKey: sql`${order.key}`.as("page_key"),
      pageId: sql`${list.id}`.as("page_id"),
      pageBytes: weightOf(
        columns.map(([, source]) => source),
        list,
      ).as("page_bytes"),
    })
    .from(list.from)
    .$dynamic();
  for (const { table, on } of list.joins ?? []) query.innerJoin(table, on);
  const direction = order.isDescending ? sql`desc` : sql`asc`;
  return query
    .where(and(where, after && afterPosition(list, order, after)))
    .orderBy(sql`${order.key} ${direction}`, sql`${list.id} ${direction}`)
    .limit(rows)
    .as("found");
}
