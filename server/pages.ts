import { createServer, type IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { peerHeader } from "@/lib/platform/hosts/project-host";
import { type ObservedRequest, tellNext } from "@/lib/platform/observe/observed-request";
import { servePage } from "./serve-page";

/** What answers the requests that are for pages and their files. */
export type Pages = {
  handle(request: IncomingMessage, response: ServerResponse, observed: ObservedRequest | undefined): void;
  /** In development: takes the WebSocket over which open pages hear of edits. */
  upgrade?: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
  close(): Promise<void>;
};

/** Next in this process. */
export async function startNext({ dev }: { dev: boolean }) {
  const { default: next } = await import("next");
  // Next listens for upgrades on this server, which never gets any. On the real one it would swallow them all,
  // including the offers of HTTP/2 that clients such as Java's send with every request.
  const unheard = createServer();
  const app = next({ dev, dir: process.cwd(), httpServer: unheard });
  await app.prepare();
  const handler = app.getRequestHandler();
  return {
    handle: (request: IncomingMessage, response: ServerResponse): Promise<void> => handler(request, response),
    upgrade(request: IncomingMessage, socket: Duplex, head: Buffer) {
      // Next starts to listen for upgrades with its first request, and pages that were open before a restart send
      // none.
      if (unheard.listenerCount("upgrade") === 0) {
        handler(request, new ServerResponse(request)).catch(() => {});
      }
      unheard.emit("upgrade", request, socket, head);
    },
    close: () => app.close(),
  };
}

/** The pages in the process that serves everything else, to develop on. */
export async function pagesToDevelop(): Promise<Pages> {
  const { handle, upgrade, close } = await startNext({ dev: true });
  return {
    handle(request, response, observed) {
      const peer = request.socket.remoteAddress;
      request.headers[peerHeader] = peer;
      tellNext(request, observed);
      servePage(handle, request, response, peer);
    },
    upgrade,
    close,
  };
}

/** Stands in for the pages in a server of the API, streams and project hosts alone, which needs no build. */
export function withoutPages(): Pages {
  return {
    handle(_, response) {
      response.writeHead(404, { "Content-Type": "text/plain" }).end("This server runs without pages.\n");
    },
    async close() {},
  };
}
