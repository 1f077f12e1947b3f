import {
  type ClientRequest,
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingMessage,
} from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import type { Socket } from "node:net";
import { bareHost, isExempt } from "./check-target";
import { checkedLookup } from "./checked-lookup";
import { asOutboundError, OutboundError, type Phase } from "./outbound-error";
import type { OutboundSettings } from "./settings";
import { type HeaderLine, requestHeaders } from "./wire-headers";

/** One request as it goes on the wire. */
export type Message = {
  method: string;
  headers: readonly HeaderLine[];
  body: Uint8Array | undefined;
};

const maxHeaderBytes = 32 * 1024;
const maxInterimAnswers = 10;
/** Node's default of 250 ms gives up too early on distant servers that have several addresses. */
const attemptTimeoutMs = 1000;

/**
 * Sends one request on its own connection and waits for status and headers. The body is left unread: the caller reads
 * it with `chunksOf` or destroys it.
 * @param target what `checkTarget` returned.
 * @throws {OutboundError}, or the reason of `signal` once that is aborted.
 */
export function exchange(
  target: URL,
  message: Message,
  settings: OutboundSettings,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const request = start(target, message, settings);
    const phase = phaseOf(request, target, settings);
    let answer: IncomingMessage | undefined;
    const abort = () => (answer ?? request).destroy();
    signal.addEventListener("abort", abort, { once: true });
    request.once("close", () => {
      signal.removeEventListener("abort", abort);
      // A request that is destroyed without an error reports none.
      reject(signal.aborted ? abortedIn(phase(), signal.reason) : new OutboundError("protocol"));
    });
    request.on("error", (error) =>
      reject(signal.aborted ? abortedIn(phase(), signal.reason) : asOutboundError(error, phase())),
    );
    request.once("upgrade", (_, socket: Socket) => {
      // Nobody listens to the socket any more, so an error given to `destroy` would end the process.
      socket.destroy();
      reject(new OutboundError("protocol"));
    });
    request.once("response", (response: IncomingMessage) => {
      answer = response;
      // Errors of the body go to its reader. Before there is one, they must not end the process.
      response.on("error", () => {});
      resolve(response);
    });
    request.end(message.body);
  });
}

/**
 * The error for time that ran out before the request could be sent, so that `timeout` always means that it may have
 * arrived.
 */
function abortedIn(phase: Phase, reason: unknown): unknown {
  const isTimeout = reason instanceof OutboundError && reason.reason === "timeout";
  return isTimeout && phase !== "answering" ? new OutboundError("unreachable", { cause: reason }) : reason;
}

function start(target: URL, { method, headers, body }: Message, settings: OutboundSettings): ClientRequest {
  const connection = {
    lookup: checkedLookup(settings, isExempt(target, settings)),
    autoSelectFamilyAttemptTimeout: attemptTimeoutMs,
    keepAlive: false,
  };
  const options = {
    host: bareHost(target),
    port: target.port || undefined,
    path: target.pathname + target.search,
    method,
    // A flat list keeps the caller's order, spelling and repetitions.
    headers: requestHeaders(target, method, headers, body?.byteLength ?? 0).flat(),
    maxHeaderSize: maxHeaderBytes,
    insecureHTTPParser: false,
  };
  if (target.protocol === "http:") return httpRequest({ ...options, agent: new HttpAgent(connection) });
  const secure = { ...connection, rejectUnauthorized: true, ca: settings.ca, maxCachedSessions: 0 };
  return httpsRequest({ ...options, agent: new HttpsAgent(secure) });
}

/** Watches a request until its answer comes, and ends it if it connects where it must not. */
function phaseOf(request: ClientRequest, target: URL, settings: OutboundSettings): () => Phase {
  let phase: Phase = "connecting";
  request.once("socket", (socket: Socket) => {
    socket.once("connect", () => {
      phase = target.protocol === "https:" ? "securing" : "answering";
      // The last line of defence, in case a connection is ever made without the look-up hook.
      const refused = !isExempt(target, settings) && !settings.isPublic(socket.remoteAddress ?? "");
      if (refused) request.destroy(new OutboundError("refused_address"));
    });
    socket.once("secureConnect", () => {
      phase = "answering";
    });
  });
  let interim = 0;
  request.on("information", () => {
    interim += 1;
    if (interim > maxInterimAnswers) request.destroy(new OutboundError("protocol"));
  });
  return () => phase;
}

/**
 * The body, chunk by chunk. Leaving the loop early closes the connection.
 * @throws {OutboundError} `protocol` when it ends early, or the reason of `signal`.
 */
export async function* chunksOf(response: IncomingMessage, signal: AbortSignal): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of response) yield chunk as Buffer;
    // A body that was destroyed before anybody read it may look like one that ended.
    if (!response.complete) throw new OutboundError("protocol");
  } catch (error) {
    throw signal.aborted ? signal.reason : asOutboundError(error, "answering");
  } finally {
    response.destroy();
  }
}
