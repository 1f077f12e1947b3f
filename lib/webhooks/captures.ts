import { and, asc, desc, eq, gt, gte, lt, lte, type SQL, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { notFound } from "@/lib/operations/errors";
import { shownBody } from "@/lib/operations/shown-body";
import type { CapturedRequest, CapturePin } from "./contract";
import { type KeptCaptures, keptCaptures } from "./kept-captures";
import type { CaptureSignature } from "./signatures/contract";

/** How many captures an inbox keeps unless more are retained, and how many besides that it refused for their signature. */
export const capturesMax = 50;
export const refusedMax = 10;

/** A capture as it is written and read. */
export type Capture = {
  id: string;
  method: string;
  path: string;
  rawUrl: string;
  rawHeaders: [string, string][];
  body: Buffer;
  ip: string;
  receivedAt: Date;
  signature: CaptureSignature | null;
  /** Kept beside the newest, because anybody may send it to an inbox that wants signatures. */
  isApart?: boolean;
  /** By which rules it is forwarded, or why not. */
  deliveries?: readonly PlannedDelivery[] | undefined;
};

/** A delivery that is committed with its capture. */
export type PlannedDelivery = {
  id: string;
  ruleId: string;
  /** Why it is not sent, and for how many captures this one stands. */
  skipped?: { reason: string; captures: number };
};

export type CaptureRow = Capture & { webhookId: string; sequence: number; size: number; pin?: Pin };

/** What is known of a capture's pin. */
export type Pin = { pinnedAt: Date; note: string | null; noteBy: string | null; noteAt: Date | null };

/** Headers as doors hand them over, as captures have them. */
export function paired(rawHeaders: readonly string[]): [string, string][] {
  const pairs: [string, string][] = [];
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    pairs.push([rawHeaders[at] ?? "", rawHeaders[at + 1] ?? ""]);
  }
  return pairs;
}

type Selection = {
  after?: number | undefined;
  before?: number | undefined;
  method?: string | undefined;
  pinned?: boolean | undefined;
};

/** How much of the kept captures is read at once: as many as fit both, at least one. Bodies are cut to `bodyBytesMax`. */
type Bounds = { bytesMax: number; bodyBytesMax?: number | undefined; rowsMax?: number };

/** Rows that are read at once at most, however small they are. */
const rowsAtOnce = 1000;

/** Kept captures of an inbox, newest first, and how many the selection has in all. */
export async function readCaptures(
  db: Db,
  webhookId: string,
  now: Date,
  { after, before, method, pinned }: Selection,
  bounds: Bounds,
): Promise<{ rows: CaptureRow[]; hasMore: boolean; count: number }> {
  const kept = keptCaptures(db, webhookId, now);
  const where = and(
    after === undefined ? undefined : gt(kept.sequence, after),
    before === undefined ? undefined : lt(kept.sequence, before),
    method === undefined ? undefined : eq(sql`upper(${kept.method})`, method.toUpperCase()),
    pinned === undefined ? undefined : sql`(${kept.pinnedAt} is not null) = ${pinned}`,
  );
  const page = pageOf(db, kept, where, desc, bounds);
  const rows = await db
    .select({ ...columns(kept, bounds.bodyBytesMax), count: page.count })
    .from(kept)
    .innerJoin(page, gte(kept.sequence, page.first))
    .where(where)
    .orderBy(desc(kept.sequence));
  const count = rows[0]?.count ?? 0;
  return { rows: rows.map(toRow), hasMore: rows.length < count, count };
}

/**
 * The next kept captures after a sequence, oldest first: as many as fit `bytesMax`, at least one. All are read as of one
 * moment, so a sequence that is missing between them is not kept any more.
 */
export async function readCapturesAfter(
  db: Db,
  webhookId: string,
  now: Date,
  after: number,
  bytesMax: number,
): Promise<CaptureRow[]> {
  const kept = keptCaptures(db, webhookId, now);
  const where = gt(kept.sequence, after);
  const page = pageOf(db, kept, where, asc, { bytesMax });
  const rows = await db
    .select(columns(kept))
    .from(kept)
    .innerJoin(page, lte(kept.sequence, page.last))
    .where(where)
    .orderBy(asc(kept.sequence));
  return rows.map(toRow);
}

/**
 * Where the page ends that begins with the first rows in an order, and how many rows there are in all. One row that is
 * found without bodies: to join the sizes of ten thousand rows with the rows themselves would take the square of that.
 */
function pageOf(
  db: Db,
  kept: KeptCaptures,
  where: SQL | undefined,
  order: typeof asc,
  { bytesMax, bodyBytesMax = bytesMax, rowsMax = rowsAtOnce }: Bounds,
) {
  const bytes = sql`(least(octet_length(${kept.body}), ${bodyBytesMax}::bigint) + pg_column_size(${kept.rawHeaders}) + octet_length(${kept.rawUrl}))`;
  const sized = db
    .select({
      at: sql<number>`${kept.sequence}`.as("at"),
      before: sql<number>`sum(${bytes}) over (order by ${order(kept.sequence)}) - ${bytes}`.as("before"),
      count: sql<number>`count(*) over ()`.as("count"),
    })
    .from(kept)
    .where(where)
    .as("sized");
  const fitting = db
    .select()
    .from(sized)
    .where(lt(sized.before, bytesMax))
    .orderBy(order(sized.at))
    .limit(rowsMax)
    .as("fitting");
  return db
    .select({
      first: sql<number>`min(${fitting.at})`.as("first"),
      last: sql<number>`max(${fitting.at})`.as("last"),
      count: sql<number>`max(${fitting.count})`.mapWith(Number).as("count"),
    })
    .from(fitting)
    .as("page");
}

/**
 * One kept capture.
 * @throws {AppError} `not_found`
 */
export async function requireCapture(
  db: Db,
  webhookId: string,
  requestId: string,
  now: Date,
): Promise<CaptureRow> {
  const kept = keptCaptures(db, webhookId, now);
  const [row] = /^[0-9a-f-]{36}$/.test(requestId)
    ? await db
        .select(columns(kept))
        .from(kept)
        .where(eq(sql`${kept.id}::text`, requestId))
    : [];
  if (!row) throw notFound("Request");
  return toRow(row);
}

function columns(kept: KeptCaptures, bodyBytesMax?: number) {
  const { webhookId, sequence, id, method, path, rawUrl, rawHeaders, body, ip, receivedAt, signature } = kept;
  const { pinnedAt, note, noteBy, noteAt } = kept;
  const cut = sql<Buffer>`substring(${body} from 1 for ${bodyBytesMax})`;
  return {
    ...{ webhookId, sequence, id, method, path, rawUrl, rawHeaders, ip, receivedAt, signature },
    ...{ pinnedAt, note, noteBy, noteAt },
    body: bodyBytesMax === undefined ? body : cut,
    size: sql<number>`octet_length(${body})`,
  };
}

type Read = Omit<CaptureRow, "pin"> & Omit<Pin, "pinnedAt"> & { pinnedAt: Date | null };

function toRow({ pinnedAt, note, noteBy, noteAt, ...row }: Read & { count?: number }): CaptureRow {
  delete row.count;
  return pinnedAt ? { ...row, pin: { pinnedAt, note, noteBy, noteAt } } : row;
}

/** A capture as the API and the stream show it: byte for byte the same, so the names are in the contract's order. */
export function toCapturedRequest(row: CaptureRow): CapturedRequest {
  const { body, rawUrl, rawHeaders, size } = row;
  const truncated = body.byteLength < size;
  const shown = shownBody(body, truncated);
  return {
    ...{ id: row.id, webhookId: row.webhookId, sequence: row.sequence },
    ...{ method: row.method, path: row.path, rawUrl },
    headers: joinedHeaders(rawHeaders),
    rawHeaders,
    query: queryOf(rawUrl),
    body: shown.body,
    bodyEncoding: shown.encoding,
    ...(truncated && { bodyTruncated: true }),
    size,
    ip: row.ip,
    receivedAt: row.receivedAt.toISOString(),
    signature: row.signature,
    ...shownPin(row.pin),
  };
}

const unpinned = { pinned: false, pinnedAt: null, note: null };

export function shownPin(pin: Pin | undefined): CapturePin {
  if (!pin) return unpinned;
  const { pinnedAt, note: text, noteBy, noteAt } = pin;
  const note =
    text === null || noteAt === null ? null : { text, author: noteBy ?? "", updatedAt: noteAt.toISOString() };
  return { pinned: true, pinnedAt: pinnedAt.toISOString(), note };
}

function joinedHeaders(rawHeaders: readonly [string, string][]): Record<string, string> {
  const joined: Record<string, string> = Object.create(null);
  for (const [name, value] of rawHeaders) {
    const key = name.toLowerCase();
    joined[key] = key in joined ? `${joined[key]}, ${value}` : value;
  }
  return joined;
}

function queryOf(rawUrl: string): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = Object.create(null);
  const at = rawUrl.indexOf("?");
  for (const [name, value] of new URLSearchParams(at === -1 ? "" : rawUrl.slice(at))) {
    const known = query[name];
    if (known === undefined) query[name] = value;
    else if (typeof known === "string") query[name] = [known, value];
    else known.push(value);
  }
  return query;
}
