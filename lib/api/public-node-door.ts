import type { IncomingMessage, ServerResponse } from "node:http";
import { clientAddressOf } from "@/lib/auth/client-address";
import { AppError } from "@/lib/operations/errors";
import type { PublicAnswer } from "@/lib/operations/public-request";
import { requestIdFrom } from "@/lib/operations/request-id";
import { endAfterBody } from "./end-after-body";
import { answerPublic } from "./public-door";

type Addressed = {
  /** Label of the project's host. */
  label: string;
  /** Path and query as sent. */
  target: string;
  /** True when `setHeader` was called on the response before. */
  touched?: boolean;
};

/** Answers a request to a project's host on Node, with exactly the headers of the answer and a request id. */
export function servePublic(
  { label, target, touched = false }: Addressed,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const { headers } = request;
  const requestId = requestIdFrom(textOf(headers["x-request-id"]));
  const answer = answerPublic({
    label,
    method: request.method ?? "GET",
    target,
    origin: headers.origin,
    requestedMethod: headers["access-control-request-method"],
    requestedHeaders: textOf(headers["access-control-request-headers"]),
    requestId,
    rawHeaders: request.rawHeaders,
    clientAddress: () => clientAddressOf((name) => textOf(headers[name]), request.socket.remoteAddress),
    readBody: (bytesMax) => readWhole(request, bytesMax),
  });
  if (answer instanceof Promise) answer.then((each) => send(request, response, each, requestId, touched));
  else send(request, response, answer, requestId, touched);
}

function send(
  request: IncomingMessage,
  response: ServerResponse,
  { answer, delayMs }: PublicAnswer,
  requestId: string,
  touched: boolean,
): void {
  if (delayMs > 0) {
    const timer = setTimeout(
      () => send(request, response, { answer, delayMs: 0 }, requestId, touched),
      delayMs,
    );
    response.once("close", () => clearTimeout(timer));
    return;
  }
  const { statusCode, headers, body } = answer;
  const lines = hasRequestId(headers) ? headers : [...headers, "X-Request-Id", requestId];
  if (touched) {
    // After `setHeader`, a list given to `writeHead` keeps only the last of equal names.
    for (let at = 0; at + 1 < lines.length; at += 2)
      response.appendHeader(lines[at] ?? "", lines[at + 1] ?? "");
    response.writeHead(statusCode);
  } else {
    response.writeHead(statusCode, lines);
  }
  endAfterBody(request, response, body);
}

function hasRequestId(headers: readonly string[]): boolean {
  for (let at = 0; at < headers.length; at += 2) {
    const name = headers[at] ?? "";
    if (name.length === 12 && name.toLowerCase() === "x-request-id") return true;
  }
  return false;
}

function textOf(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}

async function readWhole(request: IncomingMessage, bytesMax: number): Promise<Buffer> {
  const tooLarge = () => new AppError("payload_too_large", `The body is larger than ${bytesMax} bytes.`);
  if (Number(request.headers["content-length"]) > bytesMax) throw tooLarge();
  const chunks: Buffer[] = [];
  let size = 0;
  return new Promise((resolve, reject) => {
    const onData = (chunk: Buffer) => {
      size += chunk.byteLength;
      if (size <= bytesMax) {
        chunks.push(chunk);
        return;
      }
      request.off("data", onData);
      chunks.length = 0;
      reject(tooLarge());
    };
    request.on("data", onData);
    // Requests close after their end too, and an error that nobody gets is dear with its stack.
    const brokenOff = () => reject(new AppError("invalid_request", "The body broke off."));
    request.once("end", () => {
      request.off("close", brokenOff);
      resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks));
    });
    request.once("error", brokenOff);
    request.once("close", brokenOff);
  });
}
