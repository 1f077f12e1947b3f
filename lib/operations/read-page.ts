import { and, type SQL } from "drizzle-orm";
import type { Db } from "@/db/client";
import { Gate } from "@/lib/platform/process/gate";
import { type Steps, turns } from "@/lib/platform/process/turns";
import { lazily, singleton } from "@/lib/platform/singleton";
import { decodeCursor, encodeCursor } from "./cursor";
import { allOccur, type Columns, countRows, idKindOf, type List, orderOf, type RowOf } from "./list-sql";
import type { Page } from "./operation";
import { pageQuery } from "./page-query";
import { type Placed, readRows } from "./read-rows";
import { rowText } from "./stored-json";

/** The most bytes of encoded rows on a page. A larger first row is still sent. */
export const pageBytesMax = 8 * 1024 * 1024;
/** Bytes of text that are read at once: enough for most pages; larger pages are read in parts. */
export const firstBytes = 256 * 1024;
export const partBytes = 1024 * 1024;
/** JSON writes a control character as six characters. */
const growthMax = 6;
/** Estimated bytes of a row apart from its texts: field names, numbers, times. */
const frameBytes = 500;

/** Limits how many large pages are read at the same time, because a process has memory for few of them. */
export const largePages = lazily(() => singleton("large-pages", () => new Gate({ running: 2 })));

export type ListInput = {
  limit?: number | undefined;
  cursor?: string | undefined;
  q?: readonly string[] | undefined;
  sort: string;
  fields?: readonly string[] | undefined;
  count?: boolean | undefined;
};

/**
 * One page of a list: the rows after the cursor that match `where` and the search. `present` gets only the columns that
 * the requested fields need. It gets a large page in parts, one after the other.
 */
export async function readPage<C extends Columns, Item extends object>(
  db: Db,
  list: List<C>,
  input: ListInput & { where: SQL | undefined },
  present: (rows: RowOf<C>[]) => Item[] | Promise<Item[]>,
): Promise<Page<Item>> {
  const { limit = 1000, cursor } = input;
  const order = orderOf(list, input.sort);
  const where = and(input.where, allOccur(input.q ?? [], list));
  const names = input.fields && [list.idField ?? "id", ...input.fields];
  const after =
    cursor === undefined ? undefined : decodeCursor(cursor, order.sort, order.kind, idKindOf(list));
  const query = pageQuery(list, order, names);
  const ask = { order, where, bytes: pageBytesMax };
  const first = await readRows(db, list, query, { ...ask, after, rows: limit + 1, valueBytes: firstBytes });
  const presented = partsOf(query.decode, present, names);
  const wanted = first.rows.slice(0, limit);
  const here = wanted.filter(({ values }) => values);
  const later = wanted.slice(here.length);
  const page = { items: [] as Item[], places: [] as Placed[] };
  const add = async (rows: Placed[]) => {
    page.items.push(...(await presented(rows)));
    page.places.push(...rows);
  };
  const readAll = async () => {
    await add(here);
    for (const part of inParts(later)) {
      const from = { after: page.places.at(-1)?.position, rows: part.length, valueBytes: pageBytesMax };
      await add((await readRows(db, list, query, { ...ask, ...from })).rows);
    }
  };
  await (later.length > 0 ? largePages().run(readAll) : readAll());
  const textBytes = first.rows.at(-1)?.bytes ?? 0;
  const isHeavy = textBytes * growthMax + first.rows.length * frameBytes > pageBytesMax;
  const kept = isHeavy ? page.items.slice(0, await turns().run(fitting(page.items))) : page.items;
  const last = page.places[kept.length - 1];
  return {
    items: kept,
    next: last && kept.length < first.count ? encodeCursor(last.position) : undefined,
    ...(names && { fields: names }),
    // If the page is the whole list, its length is the count.
    ...(input.count && {
      total: !cursor && first.count <= limit ? first.count : await countRows(db, list, where),
    }),
  };
}

/** Returns a function that presents part of a page, in small steps so as not to block the thread. */
function partsOf<C extends Columns, Item extends object>(
  decode: (values: Record<string, unknown>) => Record<string, unknown>,
  present: (rows: RowOf<C>[]) => Item[] | Promise<Item[]>,
  names: readonly string[] | undefined,
) {
  function* steps(placed: readonly Placed[]): Steps<Item[] | Promise<Item[]>> {
    const rows: RowOf<C>[] = [];
    for (const { values = {} } of placed) {
      rows.push(decode(values) as RowOf<C>);
      yield;
    }
    return present(rows);
  }
  return async (placed: readonly Placed[]) => {
    const items = await turns().run(steps(placed));
    return names ? items.map((item) => onlyNamed(item, names)) : items;
  };
}

function onlyNamed<Item extends object>(item: Item, names: readonly string[]): Item {
  const named = Object.entries(item).filter(([name]) => names.includes(name));
  return Object.fromEntries(named) as Item;
}

/** Splits rows into parts that are read together, each with at least one row. */
function inParts(rows: readonly Placed[]): Placed[][] {
  const parts: Placed[][] = [];
  let end = 0;
  for (const row of rows) {
    const part = parts.at(-1);
    if (part && row.bytes <= end) part.push(row);
    else {
      parts.push([row]);
      end = row.bytes + partBytes;
    }
  }
  return parts;
}

/** How many of the items fill a page, at least one. */
export function* fitting(items: readonly object[]): Steps<number> {
  let bytes = 0;
  for (const [at, item] of items.entries()) {
    bytes += Buffer.byteLength(rowText(item)) + 1;
    if (bytes > pageBytesMax) return Math.max(at, 1);
    yield;
  }
  return items.length;
}
