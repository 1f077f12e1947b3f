import type { Answered, PublicAnswer, PublicRequest } from "@/lib/operations/public-request";
import { type BodyExcerpt, excerptBytesMax } from "./body-excerpt";
import type { Waiting } from "./call-rings";

/** What of a call waits to be stored: references only, because most calls of a flood are never looked at. */
export type WaitingCall = Waiting & {
  method: string;
  target: string;
  rawHeaders: readonly string[];
  requestId: string;
  /** To be found when it is stored, because that takes as long as all the rest. */
  clientAddress: () => string;
  requestBody: BodyExcerpt | undefined;
  answered: Answered;
  status: number;
  headers: readonly string[];
  /** Not more than what is kept of it. */
  body: string | Uint8Array | null;
  size: number;
  fault: NonNullable<PublicAnswer["sending"]>["fault"];
  /** In ms since 1970, and how long it took until the answer could leave, its delay included. */
  beganAt: number;
  durationMs: number;
  /** When its answer was known, in ms since 1970. */
  readyAt: number;
};

/** Something that a mock sent after an answer. */
export type CallbackMade = {
  /** The call that caused it, and the mock that sent it. */
  callId: string;
  mockId: string;
  method: string;
  /** Without its query, which may hold a secret. */
  url: string;
  requestHeaders: [string, string][];
  requestBody: Uint8Array;
  /** Null where there was no answer. */
  statusCode: number | null;
  /** Why it failed. */
  reason: string | null;
  responseHeaders: [string, string][];
  responseBody: Uint8Array;
  /** Of the whole answer, in bytes. */
  responseSize: number;
  attempts: number;
  /** In ms since 1970. */
  beganAt: number;
  durationMs: number;
};
export type WaitingCallback = Waiting & { callback: CallbackMade };

/** Estimated memory of a waiting call besides texts: objects, and what the request itself keeps. */
const frameBytes = 2000;
/** How long, in ms, a call waits for the rest of its body before it is stored without. */
const patienceMs = 1000;

/** A call with its answer. Makes one object, because this is the busiest path. */
export function waitingCall(
  { method, target, rawHeaders, requestId, clientAddress }: PublicRequest,
  { answer, delayMs, sending }: PublicAnswer,
  answered: Answered,
  at: { beganAt: number; now: number; requestBody: BodyExcerpt | undefined },
): WaitingCall {
  const { body } = answer;
  const size = body === null ? 0 : typeof body === "string" ? Buffer.byteLength(body) : body.byteLength;
  const kept = body !== null && size > excerptBytesMax ? beginningOf(body) : body;
  let chars = target.length;
  for (let at = 0; at < rawHeaders.length; at += 1) chars += rawHeaders[at]?.length ?? 0;
  const { headers } = answer;
  for (let at = 0; at < headers.length; at += 1) chars += headers[at]?.length ?? 0;
  return {
    method,
    target,
    rawHeaders,
    requestId,
    clientAddress,
    requestBody: at.requestBody,
    answered,
    status: answer.status,
    headers,
    body: kept,
    size,
    fault: sending?.fault ?? null,
    beganAt: at.beganAt,
    durationMs: at.now - at.beganAt + delayMs,
    readyAt: at.now,
    bytes: frameBytes + chars + Math.min(size, excerptBytesMax),
    isWhole: at.requestBody && isWholeOf,
    release: at.requestBody && releaseOf,
  };
}

function isWholeOf(this: Waiting): boolean {
  const { requestBody, readyAt } = this as WaitingCall;
  return requestBody?.isSettled !== false || Date.now() - readyAt >= patienceMs;
}

function releaseOf(this: Waiting): void {
  (this as WaitingCall).requestBody?.release();
}

/** The same answer is given many times, and its beginning is copied once. */
const beginnings = new WeakMap<Uint8Array, Uint8Array>();

function beginningOf(body: string | Uint8Array): Uint8Array {
  if (typeof body === "string") return Buffer.from(body.slice(0, excerptBytesMax));
  const known = beginnings.get(body);
  if (known) return known;
  const beginning = Buffer.from(body.subarray(0, excerptBytesMax));
  beginnings.set(body, beginning);
  return beginning;
}

/** @see waitingCall */
export function waitingCallback(callback: CallbackMade): WaitingCallback {
  const responseBody = Buffer.from(callback.responseBody.subarray(0, excerptBytesMax));
  const requestBody = Buffer.from(callback.requestBody.subarray(0, excerptBytesMax));
  const headers = [...callback.requestHeaders, ...callback.responseHeaders].flat();
  const chars = headers.reduce((sum, text) => sum + text.length, callback.url.length);
  const bytes = frameBytes + chars + responseBody.byteLength + requestBody.byteLength;
  return { callback: { ...callback, responseBody, requestBody }, bytes };
}
