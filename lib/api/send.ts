import type { IncomingMessage, ServerResponse } from "node:http";
import { type Answer, headerOf, jsonAnswer, LastingAnswer } from "@/lib/operations/answer";
import { marked } from "@/lib/operations/answering";
import { statusOf } from "@/lib/operations/error-codes";
import { AppError } from "@/lib/operations/errors";
import { requestIdFrom } from "@/lib/operations/request-id";
import { firstHeader } from "@/lib/platform/headers/first-header";
import { observedOf } from "@/lib/platform/observe/observed-request";
import { endAfterBody } from "./end-after-body";

/** Writes straight to the socket, in one write: going through a `Response` costs more than all the rest. */
export function send(
  answer: Pick<Answer, "status" | "headers" | "body">,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  if (answer instanceof LastingAnswer) {
    sendLasting(answer, request, response);
    return;
  }
  const { status, headers, body } = answer;
  const isMeasured = body === null || headerOf(headers, "content-length") !== undefined;
  const lines = isMeasured ? headers : [...headers, "Content-Length", String(Buffer.byteLength(body))];
  noteRequestId(request, headers);
  response.writeHead(status, lines);
  endAfterBody(request, response, body);
}

function sendLasting(answer: LastingAnswer, request: IncomingMessage, response: ServerResponse): void {
  noteRequestId(request, answer.headers);
  response.writeHead(answer.status, answer.headers);
  const leave = answer.begin({
    write: (bytes) => response.write(bytes),
    waiting: () => response.writableLength,
    end: () => response.end(),
    cut: () => response.destroy(),
  });
  response.on("close", leave);
  if (response.destroyed) leave();
}

/** For whoever observes the request. */
function noteRequestId(request: IncomingMessage, headers: readonly string[]): void {
  const observed = observedOf(request);
  if (observed) observed.requestId = headerOf(headers, "x-request-id") ?? "";
}

/** Answers a request that is refused before anything knows what it asks for. */
export function refuse(refusal: AppError, request: IncomingMessage, response: ServerResponse): void {
  const { code, message, headers, issues } = refusal;
  const requestId = requestIdFrom(firstHeader(request.headers, "x-request-id"));
  const answer = jsonAnswer(
    { error: message, code, requestId, ...(issues && { issues }) },
    { status: statusOf[code], headers },
  );
  marked(answer, requestId);
  send(request.method === "HEAD" ? { ...answer, body: null } : answer, request, response);
}

/** Answers 405 to a method that no path supports, such as `TRACE`, for which the Fetch standard has no request. */
export function refuseMethod(request: IncomingMessage, response: ServerResponse): void {
  const headers = { allow: "GET, HEAD" };
  refuse(
    new AppError("method_not_allowed", `${request.method} is not answered.`, { headers }),
    request,
    response,
  );
}
