import { and, is, SQL, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { decodeCursor, encodeCursor } from "./cursor";
import {
  afterPosition,
  allOccur,
  type Columns,
  countRows,
  idKindOf,
  keyText,
  type List,
  type Order,
  orderOf,
  type RowOf,
  type Source,
  weightOf,
} from "./list-sql";
import type { Page } from "./operation";

/** Encoded rows of a page, but for a first one that is larger. */
export const pageBytesMax = 8 * 1024 * 1024;
/** JSON writes a control character with six. */
const growthMax = 6;
/** Of a row beside its texts: names of fields, numbers, times. */
const frameBytes = 500;

export type ListInput = {
  limit?: number | undefined;
  cursor?: string | undefined;
  q?: readonly string[] | undefined;
  sort: string;
  fields?: readonly string[] | undefined;
  count?: boolean | undefined;
};

/**
 * One page of a list: of what `where` selects and the search finds, what follows the cursor. Of the columns `present`
 * meets only those that the fields need.
 */
export async function readPage<C extends Columns, Item extends object>(
  db: Db,
  list: List<C>,
  input: ListInput & { where: SQL | undefined },
  present: (rows: RowOf<C>[]) => Item[] | Promise<Item[]>,
): Promise<Page<Item>> {
  const limit = input.limit ?? 1000;
  const order = orderOf(list, input.sort);
  const where = and(input.where, allOccur(input.q ?? [], list.searched ?? []));
  const names = input.fields && [list.idField ?? "id", ...input.fields];
  const read = await readRows(db, list, { order, limit, cursor: input.cursor, fields: names, where });
  const presented = await present(read.slice(0, limit).map(({ row }) => row as RowOf<C>));
  const items = names ? presented.map((item) => onlyNamed(item, names)) : presented;
  const textBytes = read.at(-1)?.bytes ?? 0;
  const isHeavy = textBytes * growthMax + read.length * frameBytes > pageBytesMax;
  const kept = isHeavy ? items.slice(0, fitting(items)) : items;
  const last = read[kept.length - 1];
  return {
    items: kept,
    next: last && kept.length < last.count ? encodeCursor({ ...last, sort: input.sort }) : undefined,
    ...(names && { fields: names }),
    ...(input.count && { total: await countRows(db, list, where) }),
  };
}

function onlyNamed<Item extends object>(item: Item, names: readonly string[]): Item {
  const named = Object.entries(item).filter(([name]) => names.includes(name));
  return Object.fromEntries(named) as Item;
}

/** How many of the items fill a page, at least one. */
export function fitting(items: readonly unknown[]): number {
  let bytes = 0;
  const end = items.findIndex((item) => {
    bytes += Buffer.byteLength(JSON.stringify(item)) + 1;
    return bytes > pageBytesMax;
  });
  return end === -1 ? items.length : Math.max(end, 1);
}

type Selection = {
  order: Order;
  limit: number;
  cursor?: string | undefined;
  fields?: readonly string[] | undefined;
  where: SQL | undefined;
};

/** A row; `bytes` are those of its texts and of all before it, `count` is that of the rows from the cursor on. */
type Read = {
  row: Record<string, unknown>;
  value: string | number;
  id: string;
  bytes: number;
  count: number;
};

/**
 * Up to one row more than asked, which shows that a page follows. Rows beyond those whose texts fill a page are
 * measured in the database and not fetched.
 */
async function readRows(db: Db, list: List, selection: Selection): Promise<Read[]> {
  const { order, fields } = selection;
  const columns = Object.entries(list.columns).filter(
    ([name]) => !fields || fields.includes(name) || list.always?.includes(name),
  );
  const found = findRows(db, list, columns, selection);
  const direction = order.isDescending ? sql`desc` : sql`asc`;
  const inOrder = sql`order by ${found.pageKey} ${direction}, ${found.pageId} ${direction}`;
  const bytes = sql`sum(${found.pageBytes}) over (${inOrder} rows unbounded preceding)`;
  const measured = db
    .select({
      ...found._.selectedFields,
      pageKey: keyText(order.kind, found.pageKey).as("key_text"),
      pageId: sql`${found.pageId}::text`.as("id_text"),
      bytes: bytes.as("bytes"),
      before: sql`${bytes} - ${found.pageBytes}`.as("before"),
      place: sql`row_number() over (${inOrder})`.as("place"),
      count: sql`count(*) over ()`.as("row_count"),
    })
    .from(found)
    .as("measured");
  const rows: Record<string, unknown>[] = await db
    .select()
    .from(measured)
    .where(sql`${measured.before} < ${pageBytesMax}`)
    .orderBy(measured.place);
  return rows.map((row) => ({
    row: Object.fromEntries(columns.map(([name]) => [name, row[fieldAlias(name)]])),
    value: order.kind === "text" ? String(row.pageKey) : Number(row.pageKey),
    id: String(row.pageId),
    bytes: Number(row.bytes),
    count: Number(row.count),
  }));
}

/** Columns of several tables may have one name; in the page's query each has its field's. */
const fieldAlias = (name: string) => `field_${name}`;

function findRows(
  db: Db,
  list: List,
  columns: readonly [string, Source][],
  { order, limit, cursor, where }: Selection,
) {
  const after =
    cursor === undefined
      ? undefined
      : afterPosition(list, order, decodeCursor(cursor, order.sort, order.kind, idKindOf(list)));
  const selected = columns.map(([name, source]) => {
    const alias = fieldAlias(name);
    return [alias, is(source, SQL) ? source.as(alias) : sql`${source}`.mapWith(source).as(alias)] as const;
  });
  const query = db
    .select({
      ...Object.fromEntries(selected),
      pageKey: sql`${order.key}`.as("page_key"),
      pageId: sql`${list.id}`.as("page_id"),
      pageBytes: weightOf(
        columns.map(([, source]) => source),
        list.weight,
      ).as("page_bytes"),
    })
    .from(list.from)
    .$dynamic();
  for (const { table, on } of list.joins ?? []) query.innerJoin(table, on);
  const direction = order.isDescending ? sql`desc` : sql`asc`;
  return query
    .where(and(where, after))
    .orderBy(sql`${order.key} ${direction}`, sql`${list.id} ${direction}`)
    .limit(limit + 1)
    .as("found");
}
