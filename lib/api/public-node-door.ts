import type { IncomingMessage, ServerResponse } from "node:http";
import { clientAddressOf, holderAt } from "@/lib/auth/client-address";
import { headerOf } from "@/lib/operations/answer";
import type { PublicAnswer } from "@/lib/operations/public-request";
import { readStream } from "@/lib/operations/read-body";
import { requestIdFrom } from "@/lib/operations/request-id";
import { type HeldBody, heldBodies } from "@/lib/platform/budgets/held-bytes";
import { env } from "@/lib/platform/env/env";
import { firstHeader } from "@/lib/platform/headers/first-header";
import { sentHeaders } from "@/lib/platform/hosts/sent-headers";
import { observedOf } from "@/lib/platform/observe/observed-request";
import { routeOfPublicPath } from "@/lib/platform/observe/routes";
import { lazily } from "@/lib/platform/singleton";
import { endAfterBody } from "./end-after-body";
import { answerPublic } from "./public-door";
import { sendOddly } from "./send-oddly";

type Addressed = {
  /** Label of the project's host. */
  label: string;
  /** Path and query as they were sent. */
  target: string;
  /** Whether `setHeader` was called on the response before. */
  touched?: boolean;
};

/** Answers a request to a project's host on Node, with exactly the headers of the answer and a request id. */
export function servePublic(
  { label, target, touched = false }: Addressed,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const { headers } = request;
  const header = (name: string) => firstHeader(headers, name);
  const peer = peerOf(request);
  let address: string | undefined;
  const clientAddress = () => {
    address ??= clientAddressOf(header, peer);
    return address;
  };
  let held: HeldBody | undefined;
  const requestId = requestIdFrom(header("x-request-id"));
  const observed = observedOf(request);
  if (observed) {
    observed.label = label;
    observed.requestId = requestId;
    observed.route = routeOfPublicPath(target);
  }
  const answer = answerPublic({
    label,
    method: request.method ?? "GET",
    target,
    origin: headers.origin,
    requestedMethod: headers["access-control-request-method"],
    requestedHeaders: header("access-control-request-headers"),
    requestId,
    rawHeaders: settings().isServerless ? sentHeaders(request.rawHeaders) : request.rawHeaders,
    clientAddress,
    readBody: (bytesMax) => {
      held = heldBodies().open(holderAt(clientAddress()));
      return readStream(request, { declared: headers["content-length"], bytesMax, held });
    },
  });
  if (answer instanceof Promise) {
    answer.then((each) => {
      // A body is in memory until its capture is stored.
      held?.release();
      send(request, response, each, requestId, touched);
    });
  } else send(request, response, answer, requestId, touched);
}

const settings = lazily(env);

/** The address that a request comes from; unknown in a function, where the platform's own process hands requests over. */
export const peerOf = (request: IncomingMessage): string | undefined =>
  settings().isServerless ? undefined : request.socket.remoteAddress;

function send(
  request: IncomingMessage,
  response: ServerResponse,
  { answer, delayMs, sending }: PublicAnswer,
  requestId: string,
  touched: boolean,
): void {
  if (delayMs > 0) {
    const later = { answer, delayMs: 0, ...(sending && { sending }) };
    const timer = setTimeout(() => send(request, response, later, requestId, touched), delayMs);
    response.once("close", () => clearTimeout(timer));
    return;
  }
  const { status, headers, body } = answer;
  const isMarked = headerOf(headers, "x-request-id") !== undefined;
  const lines = isMarked ? headers : [...headers, "X-Request-Id", requestId];
  if (sending) {
    const writeHead = (those: string[]) => writeLines(response, status, those, touched);
    sendOddly(request, response, { lines, body, writeHead }, sending);
    return;
  }
  writeLines(response, status, lines, touched);
  endAfterBody(request, response, body);
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
