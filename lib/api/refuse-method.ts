import type { IncomingMessage, ServerResponse } from "node:http";
import { requestIdFrom } from "@/lib/operations/request-id";
import { endAfterBody } from "./end-after-body";

/** 405 to a method that no path answers, such as `TRACE`, of which the Fetch standard has no request. */
export function refuseMethod(request: IncomingMessage, response: ServerResponse): void {
  const requestId = requestIdFrom([request.headers["x-request-id"]].flat()[0]);
  const body = JSON.stringify({
    error: `${request.method} is not answered.`,
    code: "method_not_allowed",
    requestId,
  });
  response.writeHead(405, {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(body),
    allow: "GET, HEAD",
    "x-request-id": requestId,
  });
  endAfterBody(request, response, body);
}
