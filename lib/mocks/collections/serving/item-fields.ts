import { type SQL, sql } from "drizzle-orm";
import { sortLengthMax } from "../limits";
import type { ItemsQuery } from "./items-query";

/** A field that a statement reads of each item, once, whatever is asked of it. */
export type ItemField = {
  path: readonly string[];
  /** The value itself, for looking into lists. */
  value: SQL;
  /** Its JSON type; null where there is none. */
  kind: SQL;
  /** Texts, numbers and truth values as a text. Lists and objects have none: writing them takes long. */
  text: SQL;
  number: SQL;
  lowerText: SQL;
  /** The beginning of a text; all of it would be held in memory for sorting. */
  beginning: SQL;
  /** Which of them are read. */
  reads: { text: boolean; number: boolean; lowerText: boolean; beginning: boolean };
};

export type ItemFields = (path: readonly string[]) => ItemField;

/** The fields that are asked about, each of them once. */
export function itemFieldsOf({ conditions, sorts }: ItemsQuery): { all: ItemField[]; of: ItemFields } {
  const byPath = new Map<string, ItemField>();
  const of: ItemFields = (path) => {
    const key = JSON.stringify(path);
    const field = byPath.get(key) ?? itemField(path, byPath.size);
    byPath.set(key, field);
    return field;
  };
  for (const { field, comparison } of conditions) {
    const { reads } = of(field);
    if (comparison === "like") reads.lowerText = true;
    else reads.text = reads.number = true;
  }
  for (const { field } of sorts) {
    const { reads } = of(field);
    reads.number = reads.beginning = true;
  }
  return { all: [...byPath.values()], of };
}

function itemField(path: readonly string[], at: number): ItemField {
  const column = (name: string) => sql`${sql.identifier(`${name}${at}`)}`;
  return {
    ...{ path, value: column("value"), kind: column("kind"), text: column("text"), number: column("number") },
    ...{ lowerText: column("lower"), beginning: column("beginning") },
    reads: { text: false, number: false, lowerText: false, beginning: false },
  };
}

/**
 * Rows with the fields' columns. An item is parsed once and a field read once: `offset 0` keeps the database from
 * repeating an expression wherever its column is used.
 */
export function withItemFields(items: SQL, fields: readonly ItemField[]): SQL {
  const values = fields.map(({ path, value }) => sql`, doc #> ${textArray(path)} as ${value}`);
  const columns = fields.map(columnsOf);
  return sql`(select id, position, bytes ${sql.join(columns, sql``)} from
    (select id, position, bytes ${sql.join(values, sql``)} from ${items} parsed offset 0) found_values offset 0)`;
}

function columnsOf({ value, kind, text, number, lowerText, beginning, reads }: ItemField): SQL {
  const type = sql`jsonb_typeof(${value})`;
  const scalar = sql`case when ${type} in ('string', 'number', 'boolean') then ${value} #>> '{}' end`;
  const columns = [sql`, ${value}, ${type} as ${kind}`];
  if (reads.text) columns.push(sql`, ${scalar} as ${text}`);
  if (reads.number) {
    columns.push(sql`, case when ${type} = 'number' then (${value})::numeric end as ${number}`);
  }
  if (reads.lowerText) columns.push(sql`, lower(${scalar}) as ${lowerText}`);
  if (reads.beginning) columns.push(sql`, left(${scalar}, ${sortLengthMax}::int) as ${beginning}`);
  return sql.join(columns, sql``);
}

/** Paths are parameters, so that no name can be read as anything else. Written out, since drivers differ in lists. */
function textArray(values: readonly string[]): SQL {
  const elements = values.map((value) => sql`${value}::text`);
  return sql`array[${sql.join(elements, sql`, `)}]`;
}
