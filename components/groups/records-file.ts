import { csvRows } from "@/components/groups/csv-rows";
import type { CallInput } from "@/lib/operations/operation";
import type { importRecords } from "@/lib/records/contract";

export type GivenRecord = CallInput<typeof importRecords>["records"][number];
/** A record of a file, and where it is there. */
export type FileRow = { place: string; record: GivenRecord };
type Read = { rows: FileRow[] } | { problem: string };

/** The records of a text that is CSV with a header, or JSON. Each is judged by the API; what no record can be made of is not. */
export function readRecordsFile(text: string): Read {
  const isJson = /^\s*[[{]/.test(text);
  const read = isJson ? fromJson(text) : fromCsv(text);
  if ("problem" in read || read.rows.length > 0) return read;
  return { problem: "There are no records in it." };
}

function fromJson(text: string): Read {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { problem: `It is not JSON: ${error instanceof Error ? error.message : "it cannot be read"}.` };
  }
  const list = Array.isArray(value) ? value : (value as { records?: unknown }).records;
  if (!Array.isArray(list))
    return { problem: 'JSON must be a list of records, such as [{"id": "tenant-1"}].' };
  return { rows: list.map((each, at) => ({ place: `Record ${at + 1}`, record: recordOf(each) })) };
}

/** What has no field `metadata` has the rest of its fields as that. */
function recordOf(value: unknown): GivenRecord {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value as GivenRecord;
  const { id, name, metadata, ...rest } = value as GivenRecord & Record<string, unknown>;
  const besides = Object.keys(rest).length > 0 ? rest : undefined;
  const kept = "metadata" in value ? metadata : besides;
  return {
    // Numbers are often ids elsewhere.
    ...(id !== undefined && { id: typeof id === "number" ? String(id) : id }),
    ...(name !== undefined && { name }),
    ...(kept !== undefined && { metadata: kept }),
  };
}

function fromCsv(text: string): Read {
  const read = csvRows(text);
  if ("problem" in read) return read;
  const [header, ...lines] = read.rows;
  if (!header) return { rows: [] };
  const columns = header.fields.map(columnOf);
  const problem = problemOfColumns(columns);
  if (problem) return { problem };
  const rows: FileRow[] = [];
  for (const { line, fields } of lines) {
    if (fields.length > columns.length) {
      const count = `${fields.length} fields, where the header has ${columns.length}`;
      return { problem: `Line ${line} has ${count}. Put a field with commas in it into quotes.` };
    }
    rows.push({ place: `Line ${line}`, record: recordOfLine(columns, fields) });
  }
  return { rows };
}

type Column = { kind: "id" | "name"; key: string } | { kind: "metadata"; key: string };

function columnOf(title: string): Column {
  const key = title.trim();
  const known = key.toLowerCase();
  if (known === "id" || known === "name") return { kind: known, key };
  return { kind: "metadata", key: key.replace(/^metadata\./i, "") };
}

function problemOfColumns(columns: readonly Column[]): string | undefined {
  if (!columns.some(({ kind }) => kind !== "metadata")) {
    return "The first line must name the columns, id or name among them, such as id,name,plan.";
  }
  if (columns.some(({ key }) => key === "")) return "A column has no name in the first line.";
  const names = columns.map(({ kind, key }) => (kind === "metadata" ? `metadata.${key}` : kind));
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  return twice && `The column ${twice} is there twice.`;
}

/** An empty field is none. Values stay texts, because "007" is no number. */
function recordOfLine(columns: readonly Column[], fields: readonly string[]): GivenRecord {
  const record: GivenRecord = {};
  const metadata: [string, string][] = [];
  for (const [at, { kind, key }] of columns.entries()) {
    const value = fields[at] ?? "";
    if (value === "") continue;
    if (kind === "metadata") metadata.push([key, value]);
    else record[kind] = kind === "id" ? value.trim() : value;
  }
  const hasMetadata = columns.some(({ kind }) => kind === "metadata");
  return hasMetadata ? { ...record, metadata: Object.fromEntries(metadata) } : record;
}
