import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { clientAddressOf, holderAt } from "@/lib/auth/client-address";
import { headerOf } from "@/lib/operations/answer";
import type { BodyWatcher, PublicAnswer } from "@/lib/operations/public-request";
import { readStream } from "@/lib/operations/read-body";
import { requestIdFrom } from "@/lib/operations/request-id";
import { type HeldBody, heldBodies } from "@/lib/platform/budgets/held-bytes";
import { env } from "@/lib/platform/env/env";
import { firstHeader } from "@/lib/platform/headers/first-header";
import type { ProjectTarget } from "@/lib/platform/hosts/project-host";
import { isTrustedProxy } from "@/lib/platform/hosts/proxy-trust";
import { sentHeaders } from "@/lib/platform/hosts/sent-headers";
import { observedOf } from "@/lib/platform/observe/observed-request";
import { routeOfPublicPath } from "@/lib/platform/observe/routes";
import { lazily } from "@/lib/platform/singleton";
import { bringsBody, endAfterBody } from "./end-after-body";
import { requireProgram, toSentByPath, withoutCredentials } from "./path-based";
import { answerPublic } from "./public-door";
import { sendOddly } from "./send-oddly";
import { watchEarly } from "./watch-early";

/** Answers a request to a project on Node, with exactly the headers of the answer and a request id. */
export function servePublic(
  project: ProjectTarget,
  request: IncomingMessage,
  response: ServerResponse,
  /** Whether `setHeader` was called on the response before. */
  touched = false,
): void {
  const { label, prefix, target } = project;
  const { headers } = request;
  const header = (name: string) => firstHeader(headers, name);
  const clientAddress = addressReader(headers, peerOf(request));
  let held: HeldBody | undefined;
  let body: Promise<Buffer> | undefined;
  let watched: BodyWatcher | undefined;
  const requestId = requestIdFrom(header("x-request-id"));
  const observed = observedOf(request);
  if (observed) {
    observed.label = label;
    observed.requestId = requestId;
    observed.route = routeOfPublicPath(target);
  }
  const rawHeaders = settings().isServerless ? sentHeaders(request.rawHeaders) : request.rawHeaders;
  const isByPath = prefix !== "";
  const answer = answerPublic({
    label,
    method: request.method ?? "GET",
    prefix,
    target,
    origin: headers.origin,
    requestedMethod: headers["access-control-request-method"],
    requestedHeaders: header("access-control-request-headers"),
    requestId,
    rawHeaders: isByPath ? withoutCredentials(rawHeaders, headers) : rawHeaders,
    requireAllowed: isByPath ? () => requireProgram(headers, project) : undefined,
    toSent: isByPath ? toSentByPath(headers) : undefined,
    clientAddress,
    readBody: (bytesMax) => {
      if (body) return body;
      held = heldBodies().open(holderAt(clientAddress()));
      body = readStream(request, { declared: headers["content-length"], bytesMax, held });
      return body;
    },
    watchBody: bringsBody(request)
      ? (watcher) => {
          if (body) showRead(body, watcher);
          else watched = watcher;
        }
      : undefined,
    onGone: (listener) => response.once("close", listener),
  });
  if (answer instanceof Promise) {
    answer.then((each) => {
      // A body is in memory until its capture is stored.
      held?.release();
      begin(request, response, each, { requestId, touched, watched });
    });
  } else begin(request, response, answer, { requestId, touched, watched });
}

/** Apart from everything else of a request, because whoever logs the call keeps this for a moment, and little besides. */
function addressReader(headers: IncomingHttpHeaders, peer: string | undefined): () => string {
  const told = isTrustedProxy(settings().trustProxy, peer) ? headers : nothingTold;
  let address: string | undefined;
  return () => {
    address ??= clientAddressOf((name) => firstHeader(told, name), peer);
    return address;
  };
}

/** Of a peer whose word does not count. */
const nothingTold: IncomingHttpHeaders = {};

function showRead(body: Promise<Buffer>, watcher: BodyWatcher): void {
  body.then(
    (whole) => {
      watcher.take(whole);
      watcher.end(true);
    },
    () => watcher.end(false),
  );
}

const settings = lazily(env);

/** The address that a request comes from; unknown in a function, where the platform's own process hands requests over. */
export const peerOf = (request: IncomingMessage): string | undefined =>
  settings().isServerless ? undefined : request.socket.remoteAddress;

type How = { requestId: string; touched: boolean; watched: BodyWatcher | undefined };

function begin(request: IncomingMessage, response: ServerResponse, given: PublicAnswer, how: How): void {
  // A body that is discarded after the answer would be seen long after the call.
  if (how.watched && (given.delayMs > 0 || given.sending)) watchEarly(request, how.watched);
  send(request, response, given, how);
}

function send(
  request: IncomingMessage,
  response: ServerResponse,
  { answer, delayMs, sending }: PublicAnswer,
  how: How,
): void {
  if (delayMs > 0) {
    const later = { answer, delayMs: 0, ...(sending && { sending }) };
    const timer = setTimeout(() => send(request, response, later, how), delayMs);
    response.once("close", () => clearTimeout(timer));
    return;
  }
  const { requestId, touched, watched } = how;
  const { status, headers, body } = answer;
  const isMarked = headerOf(headers, "x-request-id") !== undefined;
  const lines = isMarked ? headers : [...headers, "X-Request-Id", requestId];
  if (sending) {
    const writeHead = (those: string[]) => writeLines(response, status, those, touched);
    sendOddly(request, response, { lines, body, writeHead, watched }, sending);
    return;
  }
  writeLines(response, status, lines, touched);
  endAfterBody(request, response, body, watched);
}

function writeLines(response: ServerResponse, status: number, lines: string[], touched: boolean): void {
  if (!touched) {
    response.writeHead(status, lines);
    return;
  }
  // After a `setHeader`, `writeHead` keeps only the last of several headers with one name.
  for (let at = 0; at + 1 < lines.length; at += 2)
    response.appendHeader(lines[at] ?? "", lines[at + 1] ?? "");
  response.writeHead(status);
}
