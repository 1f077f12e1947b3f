import type { IncomingMessage, ServerResponse } from "node:http";
import { compress } from "@/lib/api/compress";
import { letEndAfterBody } from "@/lib/api/end-after-body";
import { refuse } from "@/lib/api/send";
import { settleForNext } from "@/lib/api/settle-for-next";
import { AppError } from "@/lib/operations/errors";
import { inPageTurn } from "./page-turns";

type Handle = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/**
 * Has Next answer a request, when it is its client's turn.
 * @param peer address of whoever is connected to the process that serves
 */
export function servePage(
  handle: Handle,
  request: IncomingMessage,
  response: ServerResponse,
  peer: string | undefined,
): void {
  // Next would fail on it.
  if (request.method === "TRACE") {
    response.writeHead(405, { Allow: "GET, HEAD", "Content-Length": 0 }).end();
    return;
  }
  const problem = settleForNext(request);
  if (problem) {
    refuse(new AppError("invalid_request", problem), request, response);
    return;
  }
  compress(request, response);
  letEndAfterBody(request, response);
  inPageTurn(request, peer, () => handle(request, response)).catch(() => {
    if (!response.headersSent) response.writeHead(503, { "Retry-After": "2" });
    response.end();
  });
}
