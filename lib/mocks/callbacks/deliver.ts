import { answerHere, canAnswerHere, pairsOf } from "@/lib/operations/answer-here";
import { callbacks } from "@/lib/platform/budgets/budgets";
import { ownTargetOf } from "@/lib/platform/hosts/own-target";
import { callbackHeader, type ProjectTarget } from "@/lib/platform/hosts/project-host";
import { request } from "@/lib/platform/outbound/outbound";
import { OutboundError, type OutboundReason } from "@/lib/platform/outbound/outbound-error";
import { requestHeaders } from "@/lib/platform/outbound/wire-headers";
import { isOfSending } from "./callback-headers";
import type { Try } from "./callback-queue";
import type { Outgoing } from "./made-callback";

/** What came of one try. */
export type Delivered = Try & {
  /** The headers that it had. */
  sent: [string, string][];
  statusCode: number | null;
  reason: string | null;
  headers: [string, string][];
  body: Uint8Array;
};

type Sending = {
  /** Lines of our own besides the mark of callbacks. */
  marks?: readonly [string, string][];
  /** Ends the call, which then fails with the signal's reason. */
  signal?: AbortSignal;
};

/**
 * Sends a callback, or what else is sent because of a request, once. What goes to the project's own host, such as to one of its inboxes, stays in this process, so that
 * it works wherever that is; all else goes to public addresses only, or to what the operator allows.
 * @param label of the project's host
 */
export function deliver(outgoing: Outgoing, label: string, sending: Sending = {}): Promise<Delivered> {
  const own = ownTargetOf(outgoing.url);
  return canAnswerHere() && own?.label === label
    ? deliverHere(outgoing, own, sending)
    : deliverElsewhere(outgoing, sending);
}

const mark: [string, string] = [callbackHeader, "1"];
const agent: [string, string] = ["User-Agent", "Fieldkit"];

function linesOf({ headers }: Outgoing, { marks = [] }: Sending): [string, string][] {
  const isNamed = headers.some(([name]) => name.toLowerCase() === "user-agent");
  return [...(isNamed ? [] : [agent]), ...headers.filter(([name]) => !isOfSending(name)), mark, ...marks];
}

/** What goes over the wire, also where it takes none. @throws {OutboundError} `invalid_request` */
function sentOf(outgoing: Outgoing, sending: Sending): [string, string][] {
  const { url, method, body } = outgoing;
  const lines = requestHeaders(new URL(url), method, linesOf(outgoing, sending), body.byteLength);
  return lines.map(([name, value]) => [name, value]);
}

async function deliverHere(outgoing: Outgoing, own: ProjectTarget, sending: Sending): Promise<Delivered> {
  const { method, body } = outgoing;
  const sent = sentOf(outgoing, sending);
  const given = await answerHere({ own, method, headers: sent, body, timeoutMs: callbacks.timeoutMs });
  if (given) return { ...outcome(given.status, given.headers, given.body), sent };
  const reason = `There was no answer within ${callbacks.timeoutMs / 1000} seconds.`;
  return { ...unanswered, sent, reason };
}

const unanswered = { isFinal: false, statusCode: null, headers: [], body: Buffer.alloc(0) };

async function deliverElsewhere(outgoing: Outgoing, sending: Sending): Promise<Delivered> {
  const { url, method, body } = outgoing;
  let sent: [string, string][] = [];
  try {
    sent = sentOf(outgoing, sending);
    const answer = await request({
      url,
      method,
      headers: linesOf(outgoing, sending),
      signal: sending.signal,
      ...(body.byteLength > 0 && { body }),
      timeoutMs: callbacks.timeoutMs,
      maxBytes: callbacks.answerBytesMax,
      redirects: "none",
    });
    return { ...outcome(answer.statusCode, pairsOf(answer.rawHeaders), answer.body), sent };
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    return { ...unanswered, sent, isFinal: !worthAnother.has(error.reason), reason: error.message };
  }
}

/** Failures of the moment. All others are the address's. */
const worthAnother: ReadonlySet<OutboundReason> = new Set(["unreachable", "tls", "timeout", "protocol"]);

function outcome(statusCode: number, headers: [string, string][], body: Uint8Array): Omit<Delivered, "sent"> {
  const isFinal = statusCode !== 429 && statusCode < 500;
  const reason = statusCode >= 400 ? `It was answered with ${statusCode}.` : null;
  return { isFinal, statusCode, reason, headers, body };
}
