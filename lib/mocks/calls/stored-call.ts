import { randomUUID } from "node:crypto";
import { excerptBytesMax } from "./body-excerpt";
import type { WaitingCall, WaitingCallback } from "./waiting-call";

/** A call as it is written. Bodies apart, because they are bytes. */
export type StoredCall = {
  id: string;
  kind: "call" | "callback";
  outcome: WaitingCall["answered"]["by"] | null;
  callId: string | null;
  method: string;
  target: string;
  ip: string;
  requestHeaders: [string, string][];
  requestBody: Uint8Array;
  requestSize: number | null;
  mockId: string | null;
  responseName: string | null;
  reason: string | null;
  statusCode: number | null;
  fault: string | null;
  responseHeaders: [string, string][];
  responseBody: Uint8Array;
  responseSize: number;
  durationMs: number;
  attempts: number;
  receivedAt: number;
};

const reasonCharsMax = 2000;
const nothing = new Uint8Array();
/** A path longer than that is cut: a head has 16 KiB in all. */
const targetCharsMax = 16 * 1024;
const mockPrefix = "/api/mock";
const smallestMax = 2 ** 31 - 1;

/** Makes the row of a call. What still comes of its body is not wanted any more. */
export function storedCall(waiting: WaitingCall | WaitingCallback): StoredCall {
  return "callback" in waiting ? storedCallback(waiting) : storedPlainly(waiting);
}

function storedPlainly(call: WaitingCall): StoredCall {
  const { rawHeaders, requestBody, answered, headers } = call;
  const requestSize = requestBody ? (requestBody.size ?? declaredSize(rawHeaders)) : 0;
  requestBody?.end(false);
  // Then there was no answer, whatever it would have been.
  const isSilent = call.fault === "reset" || call.fault === "empty";
  return {
    id: answered.callId ?? randomUUID(),
    kind: "call",
    outcome: answered.by,
    callId: null,
    method: storable(call.method),
    target: storable(below(call.target), targetCharsMax),
    ip: storable(call.clientAddress()),
    requestHeaders: paired(rawHeaders),
    requestBody: requestBody?.bytes ?? nothing,
    requestSize,
    mockId: answered.mockId ?? null,
    responseName: answered.response ? storable(answered.response) : null,
    reason: answered.reason ? storable(answered.reason, reasonCharsMax) : null,
    statusCode: isSilent ? null : call.status,
    fault: call.fault,
    responseHeaders: isSilent ? [] : [...paired(headers), ...requestIdLine(headers, call.requestId)],
    responseBody: isSilent ? nothing : bytesOf(call.body),
    responseSize: isSilent ? 0 : call.size,
    durationMs: Math.max(0, Math.round(call.durationMs)),
    attempts: 1,
    receivedAt: call.beganAt,
  };
}

function storedCallback({ callback }: WaitingCallback): StoredCall {
  return {
    id: randomUUID(),
    kind: "callback",
    outcome: null,
    callId: callback.callId,
    method: storable(callback.method),
    target: storable(callback.url, targetCharsMax),
    ip: "",
    requestHeaders: callback.requestHeaders,
    requestBody: callback.requestBody,
    requestSize: callback.requestBody.byteLength,
    mockId: callback.mockId,
    responseName: null,
    reason: callback.reason && storable(callback.reason, reasonCharsMax),
    statusCode: callback.statusCode,
    fault: null,
    responseHeaders: callback.responseHeaders,
    responseBody: callback.responseBody,
    responseSize: Math.min(callback.responseSize, smallestMax),
    durationMs: Math.max(0, Math.round(callback.durationMs)),
    attempts: callback.attempts,
    receivedAt: callback.beganAt,
  };
}

/** What the database takes as text: hints repeat what strangers sent, and a cut may go through a character. */
const storable = (text: string, charsMax = Number.POSITIVE_INFINITY): string =>
  text.slice(0, charsMax).replaceAll("\0", "\ufffd").toWellFormed();

/** Path and query below `/api/mock`, also of a target in absolute form. */
function below(target: string): string {
  const at = target.indexOf(mockPrefix);
  const rest = at === -1 ? target : target.slice(at + mockPrefix.length);
  return rest.startsWith("/") ? rest : `/${rest}`;
}

function paired(flat: readonly string[]): [string, string][] {
  const pairs: [string, string][] = [];
  for (let at = 0; at + 1 < flat.length; at += 2) pairs.push([flat[at] ?? "", flat[at + 1] ?? ""]);
  return pairs;
}

/** The door adds it where the answer has none. */
function requestIdLine(headers: readonly string[], requestId: string): [string, string][] {
  const isMarked = headers.some((name, at) => at % 2 === 0 && name.toLowerCase() === "x-request-id");
  return isMarked ? [] : [["X-Request-Id", requestId]];
}

function declaredSize(rawHeaders: readonly string[]): number | null {
  const at = rawHeaders.findIndex((name, at) => at % 2 === 0 && name.toLowerCase() === "content-length");
  const size = Number(rawHeaders[at + 1]);
  return at !== -1 && Number.isSafeInteger(size) && size <= smallestMax ? size : null;
}

function bytesOf(body: string | Uint8Array | null): Uint8Array {
  if (body === null) return nothing;
  return typeof body === "string" ? Buffer.from(body).subarray(0, excerptBytesMax) : body;
}
