import { is, Placeholder, type SQL, sql } from "drizzle-orm";
import { PgColumn, PgDialect, PgJson, QueryBuilder } from "drizzle-orm/pg-core";
import { LRUCache } from "lru-cache";
import { ReadyQuery } from "@/db/ready-query";
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

/** Conditions of one list whose texts are kept, and the longest such text: a search of many words is made anew. */
const conditionsMax = 20;
const conditionLengthMax = 2000;

/**
 * Cuts the text where a hole is, so that filling it takes one pass over a few pieces. With a condition that came before,
 * other values are all that is filled in.
 */
function withHoles(query: SQL): (holes: PageHoles) => SQL {
  const { sql: text, params } = dialect.sqlToQuery(query);
  const pieces = text.split(/\$\d+/);
  const texts = new LRUCache<string, string>({ max: conditionsMax });
  return ({ where, ...bounds }) => {
    const condition = dialect.sqlToQuery(where);
    const of = (param: unknown) => {
      if (!is(param, Placeholder)) return [param];
      return param.name === "where" ? condition.params : [bounds[param.name as keyof typeof bounds]];
    };
    const known = texts.get(condition.sql);
    const whole = known ?? numbered(pieces, params, condition.sql);
    if (!known && condition.sql.length <= conditionLengthMax) texts.set(condition.sql, whole);
    return new ReadyQuery(whole, params.flatMap(of));
  };
}

/** The text with its condition in it, and its parameters numbered as they come. */
function numbered(pieces: readonly string[], params: readonly unknown[], condition: string): string {
  let count = 0;
  const next = () => {
    count += 1;
    return `$${count}`;
  };
  const text = (param: unknown) =>
    is(param, Placeholder) && param.name === "where" ? condition.replace(/\$\d+/g, next) : next();
  return pieces.map((piece, at) => (at === 0 ? piece : `${text(params[at - 1])}${piece}`)).join("");
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
      isRead: sql`${sum} - ${found.pageBytes} < ${hole("valueBytes")}`.as("is_read"),
      orderKey: found.pageKey,
      orderId: found.pageId,
      count: sql`count(*) over ()`.as("row_count"),
    })
    .from(found)
    .as("measured");
  return (
    builder
      .select({
        ...Object.fromEntries(
          columns.map(([name]) => {
            const alias = sql.identifier(fieldAlias(name));
            return [
              fieldAlias(name),
              sql`case when ${measured.isRead} then ${alias} end`.as(fieldAlias(name)),
            ];
          }),
        ),
        isRead: measured.isRead,
        pageKey: measured.pageKey,
        pageId: measured.pageId,
        bytes: measured.bytes,
        count: measured.count,
      })
      .from(measured)
      .where(sql`${measured.before} < ${hole("bytes")}`)
      // The rows come in this order already, which the planner sees.
      .orderBy(sql`${measured.orderKey} ${direction}, ${measured.orderId} ${direction}`)
      .getSQL()
  );
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
