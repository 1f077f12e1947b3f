import { recordsOfCsv } from "@/components/groups/csv-records";
import type { CallInput } from "@/lib/operations/operation";
import type { importRecords } from "@/lib/records/many/contract";

export type GivenRecord = CallInput<typeof importRecords>["records"][number];
/** A record of a file, and where it is there. */
export type FileRow = {
  place: string;
  record: GivenRecord;
  /** Why it is refused before the API sees it. */
  problem?: string;
  /** Whether its id is not from the file. */
  isMade?: boolean;
};
export type Read = { rows: FileRow[] } | { problem: string };

/**
 * The records of a text that is CSV with a header, or JSON. Each is judged by the API, but for what would reach it as
 * something else than what was written; what no record can be made of is not read.
 */
export async function readRecordsFile(text: string): Promise<Read> {
  const isJson = /^\s*[[{]/.test(text);
  const read = isJson ? fromJson(text) : await recordsOfCsv(text);
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
  return { rows: list.map((each, at) => ({ place: `Record ${at + 1}`, ...rowOf(each) })) };
}

type Fields = Record<string, unknown>;
const isObject = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function rowOf(value: unknown): Omit<FileRow, "place"> {
  if (!isObject(value)) return { record: value as GivenRecord };
  const { id, name, metadata, ...rest } = value;
  const read = "metadata" in value ? withRest(metadata, rest) : { metadata: restOf(rest) };
  const isRounded = typeof id === "number" && !Number.isSafeInteger(id);
  const problem = isRounded ? "id is a number that can't be read exactly. Write it in quotes" : read.problem;
  const record = {
    // Numbers are often ids elsewhere.
    ...(id !== undefined && !isRounded && { id: typeof id === "number" ? String(id) : id }),
    ...(name !== undefined && { name }),
    ...(read.metadata !== undefined && { metadata: read.metadata }),
  } as GivenRecord;
  return problem === undefined ? { record } : { record, problem };
}

/** What has no field `metadata` has the rest of its fields as that. */
const restOf = (rest: Fields) => (Object.keys(rest).length > 0 ? rest : undefined);

/** What the API lists of a record and takes for none. */
const listed = new Set(["group", "createdAt", "updatedAt"]);

/** Other fields beside `metadata` are put into it. What is no object is left to the API to refuse. */
function withRest(metadata: unknown, rest: Fields): { metadata: unknown; problem?: string } {
  const others = Object.entries(rest).filter(([key]) => !listed.has(key));
  if (!isObject(metadata) || others.length === 0) return { metadata };
  const twice = others.find(([key]) => Object.hasOwn(metadata, key));
  if (twice) return { metadata, problem: `${twice[0]} is there twice: beside metadata and in it` };
  return { metadata: { ...metadata, ...Object.fromEntries(others) } };
}
