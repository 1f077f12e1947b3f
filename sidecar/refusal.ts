import { type IncomingMessage, type ServerResponse, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { requestIdFrom } from "@/lib/operations/request-id";
import { firstHeader } from "@/lib/platform/headers/first-header";
import type { Refusal } from "./backend";

type Answer = { status: number; headers: Record<string, string | number>; body: string };

const errors = {
  invalid_request: 400,
  not_found: 404,
  quota_exceeded: 409,
  upgrade_required: 426,
  unavailable: 503,
} as const;

const extraHeaders: Partial<Record<keyof typeof errors, Record<string, string>>> = {
  invalid_request: { "Sec-WebSocket-Version": "13" },
  upgrade_required: { Upgrade: "websocket" },
  unavailable: { "Retry-After": "2" },
};

/** Answers a request that did not ask for a WebSocket. */
export function answerPlainly(
  request: IncomingMessage,
  response: ServerResponse,
  code: keyof typeof errors,
  error: string,
): void {
  send(request, response, answerTo(request, code, error));
}

export function answerJson(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  value: object,
): void {
  const body = JSON.stringify(value);
  send(request, response, { status, headers: headersOf(requestIdOf(request), body), body });
}

function send(request: IncomingMessage, response: ServerResponse, { status, headers, body }: Answer): void {
  response.writeHead(status, headers);
  response.end(request.method === "HEAD" ? undefined : body);
}

/** Refuses a request for a WebSocket, and ends the connection. @returns the status */
export function refuse(
  request: IncomingMessage,
  socket: Duplex,
  code: keyof typeof errors,
  error: string,
): number {
  write(socket, answerTo(request, code, error));
  return errors[code];
}

/** Passes on what the app answered. @returns the status */
export function passOn(
  request: IncomingMessage,
  socket: Duplex,
  { status, body, requestId }: Refusal,
): number {
  write(socket, { status, headers: headersOf(requestId ?? requestIdOf(request), body), body });
  return status;
}

function answerTo(request: IncomingMessage, code: keyof typeof errors, error: string): Answer {
  const requestId = requestIdOf(request);
  const body = JSON.stringify({ error, code, requestId });
  return { status: errors[code], headers: { ...headersOf(requestId, body), ...extraHeaders[code] }, body };
}

export function requestIdOf({ headers }: IncomingMessage): string {
  return requestIdFrom(firstHeader(headers, "x-request-id"));
}

function headersOf(requestId: string, body: string) {
  return {
    "Content-Type": "application/json",
    "Content-Length": Buffer.byteLength(body),
    "Cache-Control": "no-store",
    "X-Request-Id": requestId,
  };
}

function write(socket: Duplex, { status, headers, body }: Answer): void {
  const lines = Object.entries({ ...headers, Connection: "close" }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  socket.once("finish", () => socket.destroy());
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("\r\n")}\r\n\r\n${body}`);
}
