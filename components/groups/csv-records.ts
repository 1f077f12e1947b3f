import { csvRows } from "@/components/groups/csv-rows";
import { inSlices } from "@/components/groups/in-slices";
import type { FileRow, GivenRecord, Read } from "@/components/groups/records-file";
import { readObject } from "@/components/ui/json-object";

/** `keys` lead to a value of the metadata; without any, the column has all of it. */
type Column = { kind: "id" } | { kind: "name" } | { kind: "metadata"; keys: string[] };
type Metadata = Record<string, unknown>;

/** The records of a CSV text whose first line names the columns. */
export async function recordsOfCsv(text: string): Promise<Read> {
  const rows: FileRow[] = [];
  let columns: Column[] | undefined;
  for await (const slice of inSlices(csvRows(text))) {
    for (const row of slice) {
      if ("problem" in row) return row;
      const { line, fields } = row;
      if (!columns) {
        columns = fields.map(columnOf);
        const problem = problemOfColumns(columns);
        if (problem) return { problem };
      } else if (fields.length > columns.length) {
        const count = `${fields.length} fields, where the header has ${columns.length}`;
        return { problem: `Line ${line} has ${count}. Put a field with commas in it into quotes.` };
      } else rows.push({ place: `Line ${line}`, ...rowOf(columns, fields) });
    }
  }
  return { rows };
}

/** Dots after `metadata.` lead into objects, as in the list's filter. In other names they are part of the name. */
function columnOf(title: string): Column {
  const key = title.trim();
  const known = key.toLowerCase();
  if (known === "id" || known === "name") return { kind: known };
  if (known === "metadata") return { kind: "metadata", keys: [] };
  const path = /^metadata\.(.*)$/is.exec(key)?.[1];
  return { kind: "metadata", keys: path === undefined ? [key] : path.split(".") };
}

const nameOf = (column: Column) =>
  column.kind === "metadata" ? ["metadata", ...column.keys].join(".") : column.kind;

function problemOfColumns(columns: readonly Column[]): string | undefined {
  if (columns.every(({ kind }) => kind === "metadata")) {
    return "The first line must name the columns, id or name among them, such as id,name,plan.";
  }
  const keys = columns.flatMap((column) => (column.kind === "metadata" ? column.keys : []));
  if (keys.includes("")) return "A column has no name in the first line.";
  // Of an object it is no key, but what the object is made of.
  if (keys.includes("__proto__")) return "A column can't be called __proto__.";
  const places = columns.map((column) => JSON.stringify(column));
  const twice = columns.find((_, at) => places.indexOf(places[at] ?? "") !== at);
  return twice && `The column ${nameOf(twice)} is there twice.`;
}

/**
 * An empty field is none, and without any for it, metadata is left out, so that a record that is there keeps its own. Values
 * stay texts, because "007" is no number.
 */
function rowOf(columns: readonly Column[], fields: readonly string[]): Omit<FileRow, "place"> {
  const record: GivenRecord = {};
  let problem: string | undefined;
  // All of it first: single values are put into it.
  const given = columns
    .map((column, at) => ({ column, value: fields[at] ?? "" }))
    .filter(({ value }) => value !== "")
    .sort((a, b) => Number(isWhole(b.column)) - Number(isWhole(a.column)));
  for (const { column, value } of given) {
    if (column.kind === "id") {
      if (value.trim() !== "") record.id = value.trim();
    } else if (column.kind === "name") record.name = value;
    else if (isWhole(column)) {
      const read = readObject(value);
      if ("object" in read) record.metadata = read.object;
      else problem ??= `metadata ${read.problem}`;
    } else {
      record.metadata ??= {};
      if (!put(record.metadata, column.keys, value)) problem ??= `${nameOf(column)} is there already`;
    }
  }
  return problem === undefined ? { record } : { record, problem };
}

const isWhole = (column: Column) => column.kind === "metadata" && column.keys.length === 0;

/** Puts a value where the keys lead, unless there is one already, there or on the way. */
function put(metadata: Metadata, keys: readonly string[], value: string): boolean {
  let place = metadata;
  for (const key of keys.slice(0, -1)) {
    if (!Object.hasOwn(place, key)) place[key] = {};
    const next = place[key];
    if (typeof next !== "object" || next === null || Array.isArray(next)) return false;
    place = next as Metadata;
  }
  const last = keys.at(-1) ?? "";
  if (Object.hasOwn(place, last)) return false;
  place[last] = value;
  return true;
}
