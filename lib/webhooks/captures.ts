import { and, asc, desc, eq, gt, lt, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { capturedRequests } from "@/db/schema/webhooks";
import { notFound } from "@/lib/operations/errors";
import { shownBody } from "@/lib/operations/shown-body";
import type { CapturedRequest } from "./contract";
import type { CaptureSignature } from "./signatures/contract";

/** How many captures an inbox keeps, how many besides that it refused for their signature, and for how long. */
export const capturesMax = 50;
export const refusedMax = 10;
export const captureAgeMs = 12 * 60 * 60 * 1000;

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

export type CaptureRow = Capture & { webhookId: string; sequence: number; size: number };

/** Headers as doors hand them over, as captures have them. */
export function paired(rawHeaders: readonly string[]): [string, string][] {
  const pairs: [string, string][] = [];
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    pairs.push([rawHeaders[at] ?? "", rawHeaders[at + 1] ?? ""]);
  }
  return pairs;
}

const stillKept = (now: Date) => gt(capturedRequests.receivedAt, new Date(now.getTime() - captureAgeMs));

type Selection = { after?: number | undefined; before?: number | undefined; method?: string | undefined };

/**
 * Kept captures of an inbox, newest first: as many as fit `bytesMax` of bodies, at least one. Bodies are cut to
 * `bodyBytesMax`.
 */
export async function readCaptures(
  db: Db,
  webhookId: string,
  now: Date,
  { after, before, method }: Selection,
  { bytesMax, bodyBytesMax }: { bytesMax: number; bodyBytesMax: number | undefined },
): Promise<{ rows: CaptureRow[]; hasMore: boolean }> {
  const { sequence, body } = capturedRequests;
  const where = and(
    eq(capturedRequests.webhookId, webhookId),
    stillKept(now),
    after === undefined ? undefined : gt(capturedRequests.sequence, after),
    before === undefined ? undefined : lt(capturedRequests.sequence, before),
    method === undefined ? undefined : eq(sql`upper(${capturedRequests.method})`, method.toUpperCase()),
  );
  const length = sql`least(octet_length(${body}), ${bodyBytesMax ?? bytesMax}::bigint)`;
  const sized = db
    .select({
      next: sql<number>`${sequence}`.as("next"),
      before: sql<number>`sum(${length}) over (order by ${sequence} desc) - ${length}`.as("before"),
      count: sql<number>`count(*) over ()`.mapWith(Number).as("count"),
    })
    .from(capturedRequests)
    .where(where)
    .as("sized");
  const rows = await db
    .select({ ...columns(bodyBytesMax), count: sized.count })
    .from(capturedRequests)
    .innerJoin(sized, eq(sequence, sized.next))
    .where(and(where, lt(sized.before, bytesMax)))
    .orderBy(desc(sequence));
  return { rows: rows.map(({ count: _, ...row }) => row), hasMore: rows.length < (rows[0]?.count ?? 0) };
}

/**
 * The next kept captures after a sequence, oldest first: as many as fit `bytesMax` of bodies, at least one. All are
 * read as of one moment, so a sequence that is missing between them is not kept any more.
 */
export function readCapturesAfter(
  db: Db,
  webhookId: string,
  now: Date,
  after: number,
  bytesMax: number,
): Promise<CaptureRow[]> {
  const { sequence, body } = capturedRequests;
  const later = and(eq(capturedRequests.webhookId, webhookId), stillKept(now), gt(sequence, after));
  const sized = db
    .select({
      next: sql<number>`${sequence}`.as("next"),
      before: sql<number>`sum(octet_length(${body})) over (order by ${sequence}) - octet_length(${body})`.as(
        "before",
      ),
    })
    .from(capturedRequests)
    .where(later)
    .as("sized");
  return db
    .select(columns())
    .from(capturedRequests)
    .innerJoin(sized, eq(sequence, sized.next))
    .where(and(later, lt(sized.before, bytesMax)))
    .orderBy(asc(sequence));
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
  const [row] = /^[0-9a-f-]{36}$/.test(requestId)
    ? await db
        .select(columns())
        .from(capturedRequests)
        .where(
          and(
            eq(capturedRequests.webhookId, webhookId),
            eq(sql`${capturedRequests.id}::text`, requestId),
            stillKept(now),
          ),
        )
    : [];
  if (!row) throw notFound("Request");
  return row;
}

function columns(bodyBytesMax?: number) {
  const { webhookId, sequence, id, method, path, rawUrl, rawHeaders, body, ip, receivedAt, signature } =
    capturedRequests;
  const cut = sql<Buffer>`substring(${body} from 1 for ${bodyBytesMax})`;
  return {
    ...{ webhookId, sequence, id, method, path, rawUrl, rawHeaders, ip, receivedAt, signature },
    body: bodyBytesMax === undefined ? body : cut,
    size: sql<number>`octet_length(${body})`,
  };
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
  };
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
