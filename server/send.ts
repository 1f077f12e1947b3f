import type { IncomingMessage, ServerResponse } from "node:http";
import { endAfterBody } from "@/lib/api/end-after-body";
import type { Answer } from "@/lib/operations/answer";

/** Straight to the socket, in one write: a `Response` in between costs more than all the rest. */
export function send(
  { status, headers, body }: Answer,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const lines: string[] = [];
  for (const name in headers) {
    const value = headers[name] ?? [];
    if (typeof value === "string") lines.push(name, value);
    else for (const each of value) lines.push(name, each);
  }
  if (body !== null && headers["content-length"] === undefined) {
    lines.push("content-length", String(Buffer.byteLength(body)));
  }
  response.writeHead(status, lines);
  endAfterBody(request, response, body);
}
