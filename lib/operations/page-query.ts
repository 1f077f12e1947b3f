import { is, Placeholder, type SQL, sql } from "drizzle-orm";
import { PgColumn, PgDialect, PgJson, QueryBuilder } from "drizzle-orm/pg-core";
import { LRUCache } from "lru-cache";
import { keyText, type List, type Order, type Source, weightOf } from "./list-sql";

/** What differs from call to call; everything else in a page's query follows from the list. */
export type PageHoles = {
  where: SQL;
  rows: number;
  /** Rows that begin beyond so many bytes of texts are left out. */
  bytes: number;
  /** Of those that begin beyond so many the place alone is read. */
  valueBytes: number;
};

/** The statement of a list's pages in one order with some of its fields, and how its rows are read. */
export type PageQuery = {
  with(holes: PageHoles): SQL;
  /** How the values of a row become what its columns say. */
  decode(values: Record<string, unknown>): Record<string, unknown>;
};

/** Orders and choices of fields of one list whose statements are kept. */
const keptMax = 50;
const kept = new WeakMap<List, LRUCache<string, PageQuery>>();

/** Making the statement costs more than the database needs to answer it, so it is made once. */
export function pageQuery(list: List, order: Order, fields: readonly string[] | undefined): PageQuery {
  const ofList = kept.get(list) ?? new LRUCache<string, PageQuery>({ max: keptMax });
  kept.set(list, ofList);
  const key = `${order.isDescending ? "-" : ""}${order.sort} ${fields?.join(" ") ?? "*"}`;
  const known = ofList.get(key);
  if (known) return known;
  const columns = columnsOf(list, fields);
  const made = { with: withHoles(statement(list, order, columns)), decode: decoder(columns) };
  ofList.set(key, made);
  return made;
}

const hole = (name: keyof PageHoles) => sql.placeholder(name);
const dialect = new PgDialect();

/** Cuts the text where a hole is, so that filling it takes one pass over a few pieces. */
function withHoles(query: SQL): (holes: PageHoles) => SQL {
  const { sql: text, params } = dialect.sqlToQuery(query);
  const pieces = text.split(/\$\d+/).map((piece) => sql.raw(piece));
  const filled = (param: unknown, holes: PageHoles) =>
    is(param, Placeholder) ? sql`${holes[param.name as keyof PageHoles]}` : sql`${param}`;
  return (holes) =>
    sql.join(pieces.flatMap((piece, at) => (at === 0 ? [piece] : [filled(params[at - 1], holes), piece])));
}

function statement(list: List, order: Order, columns: readonly Named[]): SQL {
  const found = findRows(list, order, columns);
  const direction = order.isDescending ? sql`desc` : sql`asc`;
  const inOrder = sql`order by ${found.pageKey} ${direction}, ${found.pageId} ${direction}`;
  const sum = sql`sum(${found.pageBytes}) over (${inOrder} rows unbounded preceding)`;
  const builder = new QueryBuilder();
  const measured = builder
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
  const isRead = sql`${measured.before} < ${hole("valueBytes")}`;
  return builder
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
    .where(sql`${measured.before} < ${hole("bytes")}`)
    .orderBy(measured.place)
    .getSQL();
}

type Named = readonly [name: string, source: Source];

const columnsOf = (list: List, fields: readonly string[] | undefined): Named[] =>
  Object.entries(list.columns).filter(
    ([name]) => !fields || fields.includes(name) || list.always?.includes(name),
  );

/** Columns of several tables may have one name; in the page's query each has its field's. */
const fieldAlias = (name: string) => `field_${name}`;

function findRows(list: List, order: Order, columns: readonly Named[]) {
  const selected = columns.map(([name, source]) => {
    // As text, so that no driver parses all rows of a page at once.
    const value = is(source, PgJson) ? sql`${source}::text` : sql`${source}`;
    return [fieldAlias(name), value.as(fieldAlias(name))] as const;
  });
  const query = new QueryBuilder()
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
    .where(sql`${hole("where")}`)
    .orderBy(sql`${order.key} ${direction}`, sql`${list.id} ${direction}`)
    .limit(hole("rows"))
    .as("found");
}

function decoder(columns: readonly Named[]) {
  const named = columns.map(([name, source]) => {
    const decode = is(source, PgColumn) ? (value: unknown) => source.mapFromDriverValue(value) : undefined;
    return { name, alias: fieldAlias(name), decode };
  });
  return (values: Record<string, unknown>) => {
    const row: Record<string, unknown> = {};
    for (const { name, alias, decode } of named) {
      const value = values[alias];
      row[name] = value === null || !decode ? value : decode(value);
    }
    return row;
  };
}
