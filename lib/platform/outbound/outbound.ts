import type { IncomingMessage } from "node:http";
import { type SpanNote, traced } from "@/lib/platform/trace/trace";
import { checkTarget } from "./check-target";
import { chunksOf, exchange, type Message } from "./exchange";
import { OutboundError } from "./outbound-error";
import { type OutboundSettings, outboundSettings } from "./settings";
import { type HeaderLine, joinedHeaders, requestMethod } from "./wire-headers";

/** A call to an address that a person supplied. */
export type OutboundCall = {
  url: string;
  method: string;
  /** Headers in order; repeated names are allowed. Those of the connection and its framing are replaced. */
  headers: readonly HeaderLine[];
  body?: Uint8Array | undefined;
  /** Ends the call, which then fails with the signal's reason. */
  signal?: AbortSignal | undefined;
  /**
   * Time limit in milliseconds for everything: look-up, connection, TLS, all redirects, headers and body. Default
   * 15000.
   */
  timeoutMs?: number | undefined;
  /** Time limit in milliseconds for each wait for the next byte, within that for everything. Default: the same. */
  idleMs?: number | undefined;
  /** Limit in bytes for the body as the server sends it. Default 5 MiB. */
  maxBytes?: number | undefined;
  /** `none` returns the redirect itself. `same-origin` follows up to five, and refuses others. */
  redirects: "none" | "same-origin";
  /** Which addresses of the same origin may be followed. Default: all. */
  mayFollow?: ((target: URL) => boolean) | undefined;
};

export type OutboundAnswer = {
  statusCode: number;
  /** By lower-case name. Repeated headers, including `set-cookie`, are joined by ", ". */
  headers: Record<string, string>;
  /** As they came: name, value, name, value, … */
  rawHeaders: readonly string[];
  /** The bytes as they came, not decompressed. */
  body: Buffer;
  /** Whether the body was longer than `maxBytes`, so that `body` is only its beginning. */
  truncated: boolean;
  durationMs: number;
};

export type OutboundStream = {
  statusCode: number;
  headers: Record<string, string>;
  /** As they came: name, value, name, value, … */
  rawHeaders: readonly string[];
  /**
   * The bytes as they came, to be read once. Fails with OutboundError: `too_large` beyond `maxBytes`,
   * `timeout` (the reader's own time counts), `protocol`. Leaving the loop early closes the connection.
   */
  chunks: AsyncIterable<Buffer>;
  /** Closes the connection, for callers that do not read the body. */
  cancel: () => void;
};

const defaultTimeoutMs = 15_000;
const defaultMaxBytes = 5 * 1024 * 1024;
const maxRedirects = 5;

/**
 * Calls a foreign server and reads the answer.
 * @throws {OutboundError} when the address is refused or no valid answer comes; any status is an answer.
 */
export async function request(
  call: OutboundCall,
  replaced?: Partial<OutboundSettings>,
): Promise<OutboundAnswer> {
  const startedAt = performance.now();
  const limit = timeLimit(call);
  try {
    const response = await open(call, outboundSettings(replaced), limit.signal);
    limit.heard();
    const body = await collect(response, limit, call.maxBytes ?? defaultMaxBytes);
    const durationMs = Math.round(performance.now() - startedAt);
    return { ...headOf(response), ...body, durationMs };
  } finally {
    limit.release();
  }
}

/**
 * Calls a foreign server and returns as soon as status and headers are there.
 * @throws {OutboundError} like `request`.
 */
export async function stream(
  call: OutboundCall,
  replaced?: Partial<OutboundSettings>,
): Promise<OutboundStream> {
  const limit = timeLimit(call);
  try {
    const response = await open(call, outboundSettings(replaced), limit.signal);
    limit.heard();
    response.once("close", limit.release);
    return {
      ...headOf(response),
      chunks: capped(response, limit, call.maxBytes ?? defaultMaxBytes),
      cancel: () => response.destroy(),
    };
  } catch (error) {
    limit.release();
    throw error;
  }
}

async function open(call: OutboundCall, settings: OutboundSettings, signal: AbortSignal) {
  let target = checkTarget(call.url, settings);
  let message: Message = {
    method: requestMethod(call.method),
    headers: call.headers,
    body: call.body,
  };
  for (let followed = 0; ; followed += 1) {
    const response = await traced(noteOf(target, message), async (set) => {
      const answered = await exchange(target, message, settings, signal);
      set({ "http.response.status_code": answered.statusCode ?? 0 });
      return answered;
    });
    const location = redirectOf(response);
    if (call.redirects === "none" || location === undefined) return response;
    response.destroy();
    if (followed === maxRedirects) {
      throw new OutboundError("redirect", { message: "The server redirects too often. Check the address." });
    }
    target = redirectTarget(location, target, settings);
    if (call.mayFollow?.(target) === false) throw new OutboundError("redirect");
    message = redirected(message, response.statusCode);
  }
}

/** Neither path nor query: those of hooks and of private repositories are secrets. */
const noteOf = (target: URL, { method }: Message): SpanNote => ({
  name: `${method} ${target.host}`,
  kind: "client",
  attributes: {
    "http.request.method": method,
    "server.address": target.hostname,
    "url.scheme": target.protocol.slice(0, -1),
  },
});

function redirectOf(response: IncomingMessage): string | undefined {
  return [301, 302, 303, 307, 308].includes(response.statusCode ?? 0) ? response.headers.location : undefined;
}

function redirectTarget(location: string, from: URL, settings: OutboundSettings): URL {
  if (!URL.canParse(location, from)) throw new OutboundError("protocol");
  let target: URL;
  try {
    target = checkTarget(new URL(location, from).href, settings);
  } catch (cause) {
    if (!(cause instanceof OutboundError)) throw cause;
    const message = "The server redirects to an address that is not allowed. Give another address.";
    throw new OutboundError(cause.reason, { message, cause });
  }
  if (target.origin !== from.origin) throw new OutboundError("redirect");
  return target;
}

/**
 * The method after a redirect, as browsers choose it: 303 turns all but HEAD into GET, and 301 and 302 turn POST into
 * GET for historical reasons.
 */
function redirected(message: Message, statusCode: number | undefined): Message {
  const { method, headers } = message;
  const toGet =
    statusCode === 303
      ? method !== "GET" && method !== "HEAD"
      : method === "POST" && (statusCode === 301 || statusCode === 302);
  if (!toGet) return message;
  return {
    method: "GET",
    headers: headers.filter(([name]) => !/^content-/i.test(name)),
    body: undefined,
  };
}

async function collect(response: IncomingMessage, limit: TimeLimit, maxBytes: number) {
  const chunks: Buffer[] = [];
  let left = maxBytes;
  let truncated = false;
  for await (const chunk of chunksOf(response, limit.signal)) {
    limit.heard();
    chunks.push(chunk.subarray(0, left));
    truncated = chunk.length > left;
    if (truncated) break;
    left -= chunk.length;
  }
  return { body: Buffer.concat(chunks), truncated };
}

async function* capped(response: IncomingMessage, limit: TimeLimit, maxBytes: number) {
  let left = maxBytes;
  for await (const chunk of chunksOf(response, limit.signal)) {
    limit.heard();
    left -= chunk.length;
    if (left < 0) throw new OutboundError("too_large");
    yield chunk;
  }
}

function headOf(response: IncomingMessage) {
  const { statusCode = 0, rawHeaders } = response;
  return { statusCode, headers: joinedHeaders(rawHeaders), rawHeaders };
}

type TimeLimit = ReturnType<typeof timeLimit>;

/**
 * One signal that combines the time limits with the caller's. `heard` says that something came, and `release` must be
 * called, or the timers stay.
 */
function timeLimit({ timeoutMs = defaultTimeoutMs, idleMs = timeoutMs, signal }: OutboundCall) {
  const controller = new AbortController();
  const abort = () => controller.abort(signal?.reason);
  const end = () => controller.abort(new OutboundError("timeout"));
  const timer = setTimeout(end, timeoutMs);
  const idle = setTimeout(end, idleMs);
  if (signal?.aborted) abort();
  signal?.addEventListener("abort", abort, { once: true });
  const release = () => {
    clearTimeout(timer);
    clearTimeout(idle);
    signal?.removeEventListener("abort", abort);
  };
  return { signal: controller.signal, heard: () => idle.refresh(), release };
}
