import type { UnreadItems } from "@/lib/operations/long-list";
import type { Issue } from "@/lib/operations/operation";
import { parseItem, problemOf } from "@/lib/operations/parse-long-list";
import { parsePart } from "@/lib/operations/parse-part";
import type { Steps } from "@/lib/platform/process/turns";
import { GivenRecord } from "./many/contract";
import { newRecordId } from "./record-id";

/** A record as a request brings it, valid by itself. What is absent keeps its value, where the record is there. */
export type GivenRow = {
  /** Place in the request. */
  index: number;
  id: string;
  /** Whether the id was made here. */
  isMade: boolean;
  name: string | null | undefined;
  /** As JSON: values take many times its memory. */
  metadata: string | undefined;
};
export type RefusedRow = { index: number; id: string | null; error: string };

/** Reads the records of a request one by one. Each that can't be taken is refused by itself. */
export function* readGivenRecords(
  { items }: UnreadItems,
  group: { prefix: string },
): Steps<{ rows: GivenRow[]; refused: RefusedRow[] }> {
  const rows: GivenRow[] = [];
  const refused: RefusedRow[] = [];
  const places = new Map<string, number>();
  for (const [index, item] of items.entries()) {
    const read = readOne(index, item, group);
    const earlier = "error" in read ? undefined : places.get(read.id);
    if ("error" in read) refused.push(read);
    else if (earlier === undefined) {
      rows.push(read);
      places.set(read.id, index);
    } else {
      refused.push({
        index,
        id: read.id,
        error: `The id ${read.id} is in this request already, at ${earlier}`,
      });
    }
    yield;
  }
  return { rows, refused };
}

function readOne(index: number, item: Uint8Array, group: { prefix: string }): GivenRow | RefusedRow {
  const parsed = parseItem(item);
  if ("problem" in parsed) return { index, id: null, error: parsed.problem };
  const issues: Issue[] = [];
  const { id, name, metadata } = parsePart(GivenRecord, parsed.value, issues) as typeof GivenRecord._output;
  if (issues.length > 0) return { index, id: idIn(parsed.value), error: problemOf(issues) };
  return {
    index,
    id: id ?? newRecordId(group),
    isMade: id === undefined,
    name,
    metadata: metadata && JSON.stringify(metadata),
  };
}

const idCharsMax = 128;

/** The id as it was given, so that whoever sent it finds it. */
function idIn(value: unknown): string | null {
  const { id } = (value ?? {}) as { id?: unknown };
  return typeof id === "string" ? id.slice(0, idCharsMax) : null;
}
