import { type SQL, sql } from "drizzle-orm";
import { answerBytesMax } from "../limits";
import type { Comparison, Condition, ItemsQuery, SortField } from "./items-query";

/** What the statement answers: `items` are the items' JSON texts with commas between. */
export type ItemsRow = { total: number; wanted: number; given: number; items: string };

/**
 * The items that are asked for, in one statement: conditions, order and page are the database's work, and the texts of
 * items are neither parsed here nor read where they are not sent.
 */
export function itemsStatement(collectionId: string, asked: ItemsQuery): SQL {
  const { conditions, search, sorts, start, limit } = asked;
  const looksInside = conditions.length + sorts.length > 0;
  // Parsed once for each item, whatever is asked of it; `offset 0` keeps that from being repeated.
  const source = looksInside
    ? sql`(select id, position, bytes, search_text, data::jsonb as doc from mock_items
        where collection_id = ${collectionId} ${searched(search)} offset 0)`
    : sql`(select id, position, bytes from mock_items where collection_id = ${collectionId} ${searched(search)})`;
  const where =
    conditions.length > 0 ? sql`where ${sql.join(conditions.map(conditionSql), sql` and `)}` : sql``;
  const order = [...sorts.map((sort, at) => orderSql(sort, at)), sql`position`];
  const keys = sorts.map(({ field }, at) => sql`, ${valueAt(field)} as ${sql.identifier(`key${at}`)}`);
  return sql`
    with found as materialized (
      select position, bytes ${sql.join(keys, sql``)} from ${source} item ${where}
    ), placed as (
      select position, bytes, row_number() over (order by ${sql.join(order, sql`, `)}) as at from found
    ), wanted as (
      select position, at, sum(bytes + 1) over (order by at) as upto from placed
      where at > ${start}::bigint and at <= ${start + limit}::bigint
    ), given as (
      select wanted.at, item.data::text as text from wanted
      join mock_items item on item.collection_id = ${collectionId} and item.position = wanted.position
      where wanted.upto <= ${answerBytesMax}::bigint
    )
    select (select count(*) from found)::int as total, (select count(*) from wanted)::int as wanted,
      count(*)::int as given, coalesce(string_agg(text, ',' order by at), '') as items from given`;
}

const searched = (text: string | undefined): SQL =>
  text === undefined ? sql`` : sql`and strpos(search_text, ${text}) > 0`;

/** Paths are parameters, so that no name can be read as anything else. */
const valueAt = (field: readonly string[]): SQL => sql`(doc #> ${textArray(field)})`;
const textOf = (field: readonly string[]): SQL => sql`(doc #>> ${textArray(field)})`;

/** Written by ourselves, since drivers differ in how they send lists. */
function textArray(values: readonly string[]): SQL {
  const elements = values.map((value) => sql`${value}::text`);
  return sql`array[${sql.join(elements, sql`, `)}]`;
}

function conditionSql({ field, comparison, values }: Condition): SQL {
  const each = values.map((value) => comparisonSql(field, comparison, value));
  // Of several values one has to hold, but all of those that bound or exclude.
  const isAny = comparison === "eq" || comparison === "like";
  return sql`(${sql.join(each, isAny ? sql` or ` : sql` and `)})`;
}

const operators = { gt: sql`>`, gte: sql`>=`, lt: sql`<`, lte: sql`<=` };

function comparisonSql(field: readonly string[], comparison: Comparison, value: string): SQL {
  if (comparison === "eq") return equalSql(field, value);
  if (comparison === "ne") return sql`not ${equalSql(field, value)}`;
  if (comparison === "like") {
    return sql`coalesce(strpos(lower(${textOf(field)}), lower(${value}::text)) > 0, false)`;
  }
  const operator = operators[comparison];
  const type = sql`jsonb_typeof(${valueAt(field)})`;
  const asText = sql`when 'string' then ${textOf(field)} collate "C" ${operator} ${value}::text`;
  const asNumber = isNumber(value)
    ? sql`when 'number' then ${textOf(field)}::numeric ${operator} ${value}::numeric`
    : sql``;
  return sql`(case ${type} ${asText} ${asNumber} else false end)`;
}

/** Whether a value, or one of a list, has this text. Null has the text null; what is absent has none. */
function equalSql(field: readonly string[], value: string): SQL {
  const found = valueAt(field);
  return sql`(case jsonb_typeof(${found})
    when 'array' then ${found} @> to_jsonb(${value}::text) ${asOther(found, value)}
    when 'null' then ${value}::text = 'null'
    when 'number' then ${equalNumberSql(field, value)}
    else coalesce(${textOf(field)} = ${value}::text, false) end)`;
}

/** An array of numbers or truth values holds the value as what it is written like. */
function asOther(found: SQL, value: string): SQL {
  if (isNumber(value)) return sql`or ${found} @> to_jsonb(${value}::numeric)`;
  if (value === "true" || value === "false") return sql`or ${found} @> to_jsonb(${value}::boolean)`;
  return sql``;
}

const equalNumberSql = (field: readonly string[], value: string): SQL =>
  isNumber(value) ? sql`${textOf(field)}::numeric = ${value}::numeric` : sql`false`;

/** A number that the database reads as the same one, of a length that costs nothing. */
const isNumber = (value: string) => /^-?\d{1,30}(\.\d{1,30})?$/.test(value);

/** Numbers come before texts, these before truth values and all else, and what is absent or null is last both ways. */
function orderSql({ isDescending }: SortField, at: number): SQL {
  const key = sql.identifier(`key${at}`);
  const direction = isDescending ? sql`desc` : sql`asc`;
  const kind = sql`case jsonb_typeof(${key}) when 'number' then 1 when 'string' then 2 when 'boolean' then 3 else 4 end`;
  const isMissing = sql`(${key} is null or jsonb_typeof(${key}) = 'null')`;
  const number = sql`case when jsonb_typeof(${key}) = 'number' then (${key} #>> '{}')::numeric end`;
  // The beginning is enough to sort by, and all of it would be held in memory.
  const text = sql`left(${key} #>> '{}', 200) collate "C"`;
  return sql`${isMissing}, ${kind} ${direction}, ${number} ${direction}, ${text} ${direction}`;
}
