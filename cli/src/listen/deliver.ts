import { setTimeout as sleep } from "node:timers/promises";
import type { CapturedRequest } from "@/lib/webhooks/contract";
import { forwardedUrl } from "@/lib/webhooks/forwarded-url";
import { reconnectDelay } from "@/lib/webhooks/reconnect-delay";
import { reasonOf } from "../answer-failure";
import { SendError, type Sent, send } from "../send";

export type Delivery =
  | ({ kind: "answered" } & Sent)
  /** Not sent, or nobody knows whether it arrived: it is not sent again. */
  | { kind: "failed"; why: string }
  /** The program ends while it waits for the target: the capture is not dealt with. */
  | { kind: "given up" };

export type Target = {
  url: URL;
  keepHost: boolean;
  insecure: boolean;
  timeoutMs: number;
  /** Whether to wait for a target that is down. */
  retry: boolean;
};

/** Ones that are between two ends of a connection (RFC 9110, 7.6.1), and what is decided here. */
const dropped = new Set([
  ...["connection", "keep-alive", "proxy-connection", "proxy-authorization", "proxy-authenticate"],
  ...["te", "trailer", "transfer-encoding", "upgrade", "content-length", "expect", "host"],
]);

/** The headers as they were received, in order, without those of the connection. */
export function headersOnward(rawHeaders: CapturedRequest["rawHeaders"]): [string, string][] {
  const named = rawHeaders
    .filter(([name]) => name.toLowerCase() === "connection")
    .flatMap(([, value]) => value.split(",").map((each) => each.trim().toLowerCase()));
  return rawHeaders.filter(([name]) => {
    const lower = name.toLowerCase();
    return !dropped.has(lower) && !named.includes(lower);
  });
}

export const bodyOf = ({ body, bodyEncoding }: Pick<CapturedRequest, "body" | "bodyEncoding">) =>
  Buffer.from(body, bodyEncoding);

/** A target that is down is tried again at least this often. */
const longestPauseMs = 5000;

/**
 * Hands a capture to the target. One that surely did not arrive is tried again for as long as it takes, because the next
 * must not overtake it; one that may have arrived is not, because the target could act on it twice.
 * @param late aborted a moment after `ended`: a response that isn't there by then isn't waited for
 * @param waiting called before each pause
 */
export async function deliver(
  capture: CapturedRequest,
  { url, keepHost, insecure, timeoutMs, retry }: Target,
  { ended, late, waiting }: { ended: AbortSignal; late: AbortSignal; waiting: (why: string) => void },
): Promise<Delivery> {
  const target = forwardedUrl(url, capture);
  if (!target) return { kind: "failed", why: "its path leads outside the path of --forward" };
  const host = keepHost ? capture.headers.host : undefined;
  for (let attempt = 1; ; attempt += 1) {
    try {
      const sent = await send({
        ...{ url: target, method: capture.method, headers: headersOnward(capture.rawHeaders) },
        ...{ body: bodyOf(capture), timeoutMs, host, insecure, signal: late },
      });
      return { kind: "answered", ...sent };
    } catch (error) {
      if (!(error instanceof SendError)) throw error;
      if (ended.aborted && !error.reached) return { kind: "given up" };
      const why = reasonOf(error.cause);
      if (error.reached || !retry || !isAway(error.cause)) return { kind: "failed", why };
      waiting(why);
    }
    const pauseMs = Math.min(reconnectDelay(attempt, Math.random()), longestPauseMs);
    await sleep(pauseMs, undefined, { signal: ended }).catch(() => undefined);
    if (ended.aborted) return { kind: "given up" };
  }
}

const awayCodes = new Set([
  ...["ECONNREFUSED", "ECONNRESET", "EHOSTUNREACH", "ENETUNREACH", "ENETDOWN", "ETIMEDOUT"],
  ...["ENOTFOUND", "EAI_AGAIN", "EADDRNOTAVAIL", "EMFILE", "EPIPE"],
]);

/** Whether a target may be back later. A request that cannot be written, or a certificate, stays as it is. */
function isAway(error: Error): boolean {
  const all = error instanceof AggregateError ? error.errors : [error];
  return all.some(({ code, message }) => awayCodes.has(code) || /^no response within/.test(message));
}
