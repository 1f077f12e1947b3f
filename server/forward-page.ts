import {
  Agent,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request,
  type ServerResponse,
} from "node:http";
import { letEndAfterBody } from "@/lib/api/end-after-body";
import { connections, pages } from "@/lib/platform/budgets/budgets";
import { peerHeader } from "@/lib/platform/hosts/project-host";
import type { ObservedRequest } from "@/lib/platform/observe/observed-request";
import { actorHeader, observedHeader, seenHeader } from "./pages-messages";

/** A page that takes longer to begin than this, in ms, is not worth waiting for. */
const answerMs = 60_000;
const { aheadBytesMax } = pages;
/** A redirect to the sign-in page repeats the path, encoded, which may be as long as a request's head. */
const answerHeadBytesMax = 4 * connections.headBytesMax;

/** Of one connection (RFC 9110 section 7.6.1), and what Node has answered already. */
const ofConnection = new Set([
  ...["connection", "keep-alive", "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade"],
  "expect",
]);

type Forwarding = {
  socketPath: string;
  /** How many changes the rendering process must have heard of before it answers. */
  seen: () => number;
};

/** Passes requests on to the process that renders pages, over connections that are kept. */
export function createForwarder({ socketPath, seen }: Forwarding) {
  const agent = new Agent({ keepAlive: true, maxFreeSockets: 64 });
  return {
    /** @param begun is called once, when the answer begins or there is none */
    forward(
      incoming: IncomingMessage,
      response: ServerResponse,
      observed: ObservedRequest | undefined,
      begun: () => void,
    ) {
      letEndAfterBody(incoming, response);
      const { method, url } = incoming;
      const headers = headersOf(incoming, seen(), observed);
      const target = { socketPath, agent, method, path: url, headers };
      const outgoing = request({ ...target, setHost: false, maxHeaderSize: answerHeadBytesMax });
      const away = () => {
        if (response.headersSent) response.destroy();
        else answerAway(response);
      };
      const late = setTimeout(() => outgoing.destroy(new Error("The page takes too long.")), answerMs);
      outgoing.on("error", () => {
        clearTimeout(late);
        away();
      });
      outgoing.once("close", begun);
      outgoing.on("response", (answer) => {
        begun();
        clearTimeout(late);
        passBack(answer, response, observed);
        answer.on("aborted", away);
        // Nobody reads the rest of a body that was not wanted: the connection can't be used again.
        answer.on("end", () => {
          if (!outgoing.writableFinished) outgoing.destroy();
        });
      });
      response.on("close", () => {
        clearTimeout(late);
        if (!response.writableFinished) outgoing.destroy();
      });
      incoming.pipe(outgoing);
    },
    close: () => agent.destroy(),
  };
}

/** The process of the pages is being started again. */
export function answerAway(response: ServerResponse): void {
  const text = "This page can't be shown right now. Try again in a moment.\n";
  response.writeHead(503, {
    "Retry-After": "2",
    "Content-Type": "text/plain; charset=utf-8",
    "Content-Length": Buffer.byteLength(text),
  });
  response.end(text);
}

function headersOf(
  { headers: given, socket }: IncomingMessage,
  seen: number,
  observed: ObservedRequest | undefined,
): OutgoingHttpHeaders {
  const headers: OutgoingHttpHeaders = {};
  for (const [name, value] of Object.entries(given)) if (!ofConnection.has(name)) headers[name] = value;
  if (given["transfer-encoding"] !== undefined) headers["transfer-encoding"] = "chunked";
  headers[peerHeader] = socket.remoteAddress ?? "";
  headers[seenHeader] = String(seen);
  delete headers[observedHeader];
  if (observed) headers[observedHeader] = "1";
  if (observed?.span) headers.traceparent = observed.span.traceparent;
  return headers;
}

function passBack(
  answer: IncomingMessage,
  response: ServerResponse,
  observed: ObservedRequest | undefined,
): void {
  const lines: string[] = [];
  for (let at = 0; at < answer.rawHeaders.length; at += 2) {
    const name = answer.rawHeaders[at] ?? "";
    const value = answer.rawHeaders[at + 1] ?? "";
    const lower = name.toLowerCase();
    if (lower === actorHeader) noteActor(observed, value);
    else if (!ofConnection.has(lower)) lines.push(name, value);
  }
  if (observed) observed.requestId = answer.headers["x-request-id"] as string | undefined;
  response.writeHead(answer.statusCode ?? 502, answer.statusMessage, lines);
  takeAhead(answer, response);
}

/**
 * Passes a body on, and takes so much of it ahead of its reader that the process of the pages is done with most pages at
 * once. There, a page that waits for its reader holds everything it was made of; here, it is counted among unread answers.
 */
function takeAhead(answer: IncomingMessage, response: ServerResponse): void {
  answer.on("data", (chunk: Buffer) => {
    if (response.destroyed || response.write(chunk) || response.writableLength < aheadBytesMax) return;
    answer.pause();
    response.once("drain", () => answer.resume());
  });
  answer.once("end", () => response.end());
}

function noteActor(observed: ObservedRequest | undefined, text: string): void {
  const [kind = "", id = ""] = text.split(":", 2);
  if (observed) observed.actor = { kind, id };
}
