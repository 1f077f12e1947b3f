import { and, asc, desc, eq, getTableColumns, gt, lt, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { mockCallLogs, mockCalls } from "@/db/schema/mock-calls";
import { notFound } from "@/lib/operations/errors";
import { isGuid } from "@/lib/operations/ids";
import { type ShownBody, shownBody } from "@/lib/operations/shown-body";
import type { MockCall, WholeMockCall } from "./contract";
import type { StoredCall } from "./stored-call";
import { callAgeMs } from "./write-calls";

type WholeRow = typeof mockCalls.$inferSelect;
const {
  slot: _,
  requestHeaders,
  requestBody,
  responseHeaders,
  responseBody,
  ...columns
} = getTableColumns(mockCalls);
/** All of a call but headers and bodies. */
export const callColumns = columns;
export type CallRow = Omit<
  WholeRow,
  "slot" | "requestHeaders" | "requestBody" | "responseHeaders" | "responseBody"
>;

/** Calls of a project that are not too old. */
export const callsOf = (projectId: string, now: Date) =>
  and(eq(mockCalls.projectId, projectId), gt(mockCalls.receivedAt, new Date(now.getTime() - callAgeMs)));

/** A call as lists and streams show it. */
export const toMockCall = (row: CallRow): MockCall => ({
  ...{ id: row.id, projectId: row.projectId, sequence: row.sequence, kind: row.kind, outcome: row.outcome },
  ...{ callId: row.callId, method: row.method, target: row.target, ip: row.ip, requestSize: row.requestSize },
  ...{ mockId: row.mockId, mockName: row.mockName, responseName: row.responseName, reason: row.reason },
  ...{ statusCode: row.statusCode, fault: row.fault as MockCall["fault"], responseSize: row.responseSize },
  ...{ durationMs: row.durationMs, attempts: row.attempts, receivedAt: row.receivedAt.toISOString() },
});

/** All of a call. */
export function toWholeCall(row: WholeRow): WholeMockCall {
  const request = cut(row.requestBody, row.requestSize);
  const response = cut(row.responseBody, row.responseSize);
  return {
    ...toMockCall(row),
    requestHeaders: row.requestHeaders,
    requestBody: request.body,
    requestBodyEncoding: request.encoding,
    ...(request.isCut && { requestBodyTruncated: true }),
    responseHeaders: row.responseHeaders,
    responseBody: response.body,
    responseBodyEncoding: response.encoding,
    ...(response.isCut && { responseBodyTruncated: true }),
  };
}

/** What is kept of a body, and whether that is not all of it. */
function cut(bytes: Buffer, size: number | null): ShownBody & { isCut: boolean } {
  const isCut = size === null || bytes.byteLength < size;
  return { ...shownBody(bytes, isCut), isCut };
}

/** The same of one that was stored just now. */
export const announcedCall = (
  call: StoredCall,
  place: { projectId: string; sequence: number; mockName: string | null },
): MockCall => toMockCall({ ...call, ...place, receivedAt: new Date(call.receivedAt) });

/**
 * One kept call.
 * @throws {AppError} `not_found`
 */
export async function requireCall(db: Db, projectId: string, callId: string, now: Date): Promise<WholeRow> {
  const [row] = isGuid(callId)
    ? await db
        .select()
        .from(mockCalls)
        .where(and(callsOf(projectId, now), eq(mockCalls.id, callId)))
    : [];
  if (!row) throw notFound("Call");
  return row;
}

/** Kept calls after a sequence, oldest first: as many as fit `bytesMax`, at least one. */
export async function readCallsAfter(
  db: Db,
  projectId: string,
  now: Date,
  { after, bytesMax }: { after: number; bytesMax: number },
): Promise<MockCall[]> {
  const { sequence, target, reason } = mockCalls;
  const later = and(callsOf(projectId, now), gt(sequence, after));
  // All else of a call is short.
  const bytes = sql`(octet_length(${target}) + coalesce(octet_length(${reason}), 0) + ${shortBytes})`;
  const sized = db
    .select({
      next: sql<number>`${sequence}`.as("next"),
      before: sql<number>`sum(${bytes}) over (order by ${sequence}) - ${bytes}`.as("before"),
    })
    .from(mockCalls)
    .where(later)
    .as("sized");
  const rows = await db
    .select(callColumns)
    .from(mockCalls)
    .innerJoin(sized, eq(sequence, sized.next))
    .where(and(later, lt(sized.before, bytesMax)))
    .orderBy(asc(sequence));
  return rows.map(toMockCall);
}

/** What the rest of a call takes at most, roughly, in bytes. */
const shortBytes = 1000;

/** Kept calls after a sequence, newest first. */
export const readCalls = (db: Db, projectId: string, now: Date, after: number): Promise<CallRow[]> =>
  db
    .select(callColumns)
    .from(mockCalls)
    .where(and(callsOf(projectId, now), gt(mockCalls.sequence, after)))
    .orderBy(desc(mockCalls.sequence));

/** Sequence of the newest call ever logged, by project. */
export async function lastSequencesOf(db: Db, projectIds: readonly string[]): Promise<Map<string, number>> {
  if (projectIds.length === 0) return new Map();
  const rows = await db
    .select()
    .from(mockCallLogs)
    .where(sql`${mockCallLogs.projectId} = any (${sql.param([...projectIds])}::uuid[])`);
  return new Map(rows.map(({ projectId, lastSequence }) => [projectId, lastSequence]));
}
