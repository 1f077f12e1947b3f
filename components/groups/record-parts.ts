import { inSlices } from "@/components/groups/in-slices";
import type { FileRow } from "@/components/groups/records-file";
import type { Output } from "@/lib/operations/operation";
import type { importRecords } from "@/lib/records/many/contract";

export type Result = Output<typeof importRecords>["records"][number]["result"];
/** A record of a file and what becomes of it. */
export type Entry = {
  place: string;
  id: string | null;
  name: string | null;
  result: Result;
  error?: string | undefined;
  /** Whether its id is not from the file. */
  isMade: boolean;
  /** Whether its part is stored: what is said of it is done, no plan. */
  isStored: boolean;
};

/** Rows that go together in a request: far fewer than it may have, so that its progress is seen. */
const bounds = { rows: 2000, chars: 1_000_000 };

export type Part = { index: number; row: FileRow }[];

/**
 * The rows of a file in parts, one for each request, and what is known of each. A row that is alone too large for a request
 * is sent by itself, for the API to refuse. The API sees an id that occurs before within a request only, so those are
 * refused here, as are rows with a problem.
 */
export async function partsOf(rows: readonly FileRow[]): Promise<{ parts: Part[]; entries: Entry[] }> {
  const parts: Part[] = [];
  const entries: Entry[] = [];
  const places = new Map<string, string>();
  let chars = 0;
  for await (const slice of inSlices(rows.entries())) {
    for (const [index, row] of slice) {
      const error = row.problem ?? repeated(row, places);
      entries.push({ ...entryOf(row), error });
      if (error !== undefined) continue;
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
  }
  return { parts, entries };
}

/** Says where the id of a row is already, or notes it. */
function repeated(row: FileRow, places: Map<string, string>): string | undefined {
  const id = idOf(row);
  if (id === null) return undefined;
  const earlier = places.get(id);
  if (earlier !== undefined) return `The id ${id} is in this file already: ${earlier}`;
  places.set(id, row.place);
  return undefined;
}

const idOf = ({ record }: FileRow): string | null => textIn(record, "id");

function textIn(record: unknown, name: "id" | "name"): string | null {
  const value = (record as Record<string, unknown> | null)?.[name];
  return typeof value === "string" ? value : null;
}

/** A row as a list shows it, until the API says what becomes of it. */
const entryOf = (row: FileRow): Entry => ({
  place: row.place,
  id: idOf(row),
  name: textIn(row.record, "name"),
  result: "refused",
  isMade: row.isMade === true,
  isStored: false,
});

type Answered = { index: number; id: string | null; result: Result; error?: string | undefined };

/** Puts what the API says of a part to the rows of it. */
export function putAnswers(
  entries: Entry[],
  part: Part,
  answered: readonly Answered[],
  isStored: boolean,
): void {
  for (const { index, id, result, error } of answered) {
    const at = part[index]?.index;
    const entry = at === undefined ? undefined : entries[at];
    if (at !== undefined && entry) entries[at] = { ...entry, id: id ?? entry.id, result, error, isStored };
  }
}
