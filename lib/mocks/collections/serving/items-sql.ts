import { type SQL, sql } from "drizzle-orm";
import { answerBytesMax, listComparisonsMax } from "../limits";
import { type ItemField, type ItemFields, itemFieldsOf, withItemFields } from "./item-fields";
import type { Comparison, Condition, ItemsQuery, SortField } from "./items-query";

/** What the statement answers: `items` are the items' JSON texts with commas between. */
export type ItemsRow = { total: number; wanted: number; given: number; items: string };

/**
 * The items that are asked for, in one statement: conditions, order and page are the database's work, and the texts of
 * items are neither parsed here nor read where they are not sent.
 */
export function itemsStatement(collectionId: string, asked: ItemsQuery): SQL {
  const { conditions, search, sorts, start, limit } = asked;
  const fields = itemFieldsOf(asked);
  const from = sql`from mock_items where collection_id = ${collectionId} ${searched(search)}`;
  const source =
    fields.all.length > 0
      ? withItemFields(sql`(select id, position, bytes, data::jsonb as doc ${from} offset 0)`, fields.all)
      : sql`(select id, position, bytes ${from})`;
  const listLengthMax = listLengthMaxOf(conditions);
  const met = conditions.map((condition) =>
    conditionSql(condition, fields.of(condition.field), listLengthMax),
  );
  const where = met.length > 0 ? sql`where ${sql.join(met, sql` and `)}` : sql``;
  const order = [...sorts.map((sort, at) => orderSql(sort, at)), sql`position`];
  return sql`
    with found as materialized (
      select position, bytes ${sortKeys(sorts, fields.of)} from ${source} item ${where}
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

const looksIntoLists = ({ comparison }: Condition) => comparison === "eq" || comparison === "ne";

/** So long are the lists that are looked into, so that what an item costs does not depend on how much is asked. */
function listLengthMaxOf(conditions: readonly Condition[]): number {
  const count = conditions.filter(looksIntoLists).reduce((sum, { values }) => sum + values.length, 0);
  return Math.floor(listComparisonsMax / Math.max(count, 1));
}

function conditionSql({ comparison, values }: Condition, field: ItemField, listLengthMax: number): SQL {
  const each = values.map((value) => comparisonSql(field, comparison, { value, listLengthMax }));
  // Of several values one has to hold, but all of those that bound or exclude.
  const isAny = comparison === "eq" || comparison === "like";
  return sql`(${sql.join(each, isAny ? sql` or ` : sql` and `)})`;
}

type Compared = { value: string; listLengthMax: number };

const operators = { gt: sql`>`, gte: sql`>=`, lt: sql`<`, lte: sql`<=` };

function comparisonSql(field: ItemField, comparison: Comparison, compared: Compared): SQL {
  const { value } = compared;
  if (comparison === "eq") return equalSql(field, compared);
  if (comparison === "ne") return sql`not ${equalSql(field, compared)}`;
  if (comparison === "like") {
    return sql`coalesce(strpos(${field.lowerText}, lower(${value}::text)) > 0, false)`;
  }
  const operator = operators[comparison];
  const asText = sql`when 'string' then ${field.text} collate "C" ${operator} ${value}::text`;
  const asNumber = isNumber(value)
    ? sql`when 'number' then ${field.number} ${operator} ${value}::numeric`
    : sql``;
  return sql`(case ${field.kind} ${asText} ${asNumber} else false end)`;
}

/** Whether a value, or one of a list, has this text. Null has the text null; what is absent, and an object, have none. */
function equalSql({ value: found, kind, text, number }: ItemField, { value, listLengthMax }: Compared): SQL {
  const isSameNumber = isNumber(value) ? sql`${number} = ${value}::numeric` : sql`false`;
  return sql`(case ${kind}
    when 'array' then jsonb_array_length(${found}) <= ${listLengthMax}::int
      and (${found} @> to_jsonb(${value}::text) ${asOther(found, value)})
    when 'null' then ${value}::text = 'null'
    when 'number' then ${isSameNumber}
    else coalesce(${text} = ${value}::text, false) end)`;
}

/** An array of numbers or truth values holds the value as what it is written like. */
function asOther(found: SQL, value: string): SQL {
  if (isNumber(value)) return sql`or ${found} @> to_jsonb(${value}::numeric)`;
  if (value === "true" || value === "false") return sql`or ${found} @> to_jsonb(${value}::boolean)`;
  return sql``;
}

/** A number that the database reads as the same one, of a length that costs nothing. */
const isNumber = (value: string) => /^-?\d{1,30}(\.\d{1,30})?$/.test(value);

/** What is held of each item while they are sorted, which is little. */
function sortKeys(sorts: readonly SortField[], fieldOf: ItemFields): SQL {
  const keys = sorts.map(({ field: path }, at) => {
    const field = fieldOf(path);
    const key = (name: string) => sql.identifier(`${name}_key${at}`);
    return sql`, ${field.kind} as ${key("kind")}, ${field.number} as ${key("number")},
      ${field.beginning} as ${key("text")}`;
  });
  return sql.join(keys, sql``);
}

/** Numbers come before texts, these before truth values and all else, and what is absent or null is last both ways. */
function orderSql({ isDescending }: SortField, at: number): SQL {
  const key = (name: string) => sql.identifier(`${name}_key${at}`);
  const direction = isDescending ? sql`desc` : sql`asc`;
  const kind = sql`case ${key("kind")} when 'number' then 1 when 'string' then 2 when 'boolean' then 3 else 4 end`;
  const isMissing = sql`coalesce(${key("kind")}, 'null') = 'null'`;
  return sql`${isMissing}, ${kind} ${direction}, ${key("number")} ${direction},
    ${key("text")} collate "C" ${direction}`;
}
