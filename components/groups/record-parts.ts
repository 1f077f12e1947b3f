import type { FileRow } from "@/components/groups/records-file";
import type { Output } from "@/lib/operations/operation";
import type { importRecords } from "@/lib/records/contract";

export type Result = Output<typeof importRecords>["records"][number]["result"];
/** A record of a file and what becomes of it. */
export type Entry = {
  place: string;
  id: string | null;
  name: string | null;
  result: Result;
  error?: string | undefined;
};

/** Rows that go together in a request: far fewer than it may have, so that its progress is seen. */
const bounds = { rows: 2000, chars: 1_000_000 };

export type Part = { index: number; row: FileRow }[];

/**
 * The rows of a file in parts, one for each request. A row that is alone too large for one is sent by itself, for the API to
 * refuse. The API sees an id that occurs before within a request only, so those are told apart here.
 */
export function partsOf(rows: readonly FileRow[]): { parts: Part[]; repeated: Map<number, Entry> } {
  const parts: Part[] = [];
  const repeated = new Map<number, Entry>();
  const places = new Map<string, string>();
  let chars = 0;
  for (const [index, row] of rows.entries()) {
    const id = idOf(row);
    const earlier = id === null ? undefined : places.get(id);
    if (earlier !== undefined) {
      const error = `The id ${id} is in this file already: ${earlier}`;
      repeated.set(index, { ...entryOf(row), result: "refused", error });
      continue;
    }
    if (id !== null) places.set(id, row.place);
    const length = JSON.stringify(row.record)?.length ?? 0;
    const last = parts.at(-1);
    if (last && last.length < bounds.rows && chars + length <= bounds.chars) {
      last.push({ index, row });
      chars += length;
    } else {
      parts.push([{ index, row }]);
      chars = length;
    }
  }
  return { parts, repeated };
}

const idOf = ({ record }: FileRow): string | null => textIn(record, "id");

function textIn(record: unknown, name: "id" | "name"): string | null {
  const value = (record as Record<string, unknown> | null)?.[name];
  return typeof value === "string" ? value : null;
}

/** A row as a list shows it. */
export const entryOf = (row: FileRow) => ({
  place: row.place,
  id: idOf(row),
  name: textIn(row.record, "name"),
});
