import { randomUUID } from "node:crypto";
import { AppError } from "@/lib/operations/errors";
import type { BodyWatcher, PublicAnswer, PublicRequest } from "@/lib/operations/public-request";
import { callbacks } from "@/lib/platform/budgets/budgets";
import { callbackHeader, type ProjectTarget } from "@/lib/platform/hosts/project-host";
import { request } from "@/lib/platform/outbound/outbound";
import { OutboundError, type OutboundReason } from "@/lib/platform/outbound/outbound-error";
import { requestHeaders } from "@/lib/platform/outbound/wire-headers";
import { singleton } from "@/lib/platform/singleton";
import { isOfSending } from "./callback-headers";
import { ownTargetOf } from "./callback-problems";
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

type PublicDoor = (request: PublicRequest) => PublicAnswer | Promise<PublicAnswer>;

/** Who answers requests to projects' hosts. That is above mocks, so it says so itself. */
const door = () => singleton<{ answer?: PublicDoor }>("door of callbacks", () => ({}));

export function answerCallbacksWith(answer: PublicDoor): void {
  door().answer = answer;
}

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
  const { answer } = door();
  const own = ownTargetOf(outgoing.url);
  return answer && own?.label === label
    ? deliverHere(outgoing, own, { answer, ...sending })
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

async function deliverHere(
  outgoing: Outgoing,
  own: ProjectTarget,
  { answer, ...sending }: Sending & { answer: PublicDoor },
): Promise<Delivered> {
  const { method, body } = outgoing;
  const sent = sentOf(outgoing, sending);
  const late = AbortSignal.timeout(callbacks.timeoutMs);
  const answering = answer({
    ...own,
    method,
    origin: undefined,
    requestedMethod: undefined,
    requestedHeaders: undefined,
    requestId: randomUUID(),
    rawHeaders: sent.flat(),
    clientAddress: () => "127.0.0.1",
    watchBody: body.byteLength > 0 ? (watcher) => watchWhole(watcher, body) : undefined,
    onGone: (listener) => late.addEventListener("abort", listener, { once: true }),
    readBody: async (bytesMax) => {
      if (body.byteLength <= bytesMax) return body;
      throw new AppError("payload_too_large", `The body is larger than ${bytesMax} bytes.`);
    },
  });
  const given = await settledBefore(late, answering);
  if (!given) {
    const reason = `There was no answer within ${callbacks.timeoutMs / 1000} seconds.`;
    return { ...unanswered, sent, reason };
  }
  const { status, headers, body: said } = given.answer;
  const content = typeof said === "string" ? Buffer.from(said) : (said ?? nothing);
  return { ...outcome(status, pairsOf(headers), content), sent };
}

const nothing = Buffer.alloc(0);
const unanswered = { isFinal: false, statusCode: null, headers: [], body: nothing };

function watchWhole(watcher: BodyWatcher, body: Uint8Array): void {
  watcher.take(body);
  watcher.end(true);
}

/** @returns undefined if the time is over before */
function settledBefore<T>(late: AbortSignal, work: T | Promise<T>): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    late.addEventListener("abort", () => resolve(undefined), { once: true });
    Promise.resolve(work).then(resolve, reject);
  });
}

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

function pairsOf(flat: readonly string[]): [string, string][] {
  const pairs: [string, string][] = [];
  for (let at = 0; at + 1 < flat.length; at += 2) pairs.push([flat[at] ?? "", flat[at + 1] ?? ""]);
  return pairs;
}
