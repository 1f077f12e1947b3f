import { createServer, type IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";

export type Pages = {
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** In development: takes the WebSocket over which open pages hear of edits. */
  upgrade?: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
  close(): Promise<void>;
};

/** Next in this process, for the dashboard's pages and their files. */
export async function startPages({ dev }: { dev: boolean }): Promise<Pages> {
  const { default: next } = await import("next");
  // Next listens for upgrades on this server, which never gets any. On the real one it would swallow them all,
  // including the offers of HTTP/2 that clients such as Java's send with every request.
  const unheard = createServer();
  const app = next({ dev, dir: process.cwd(), httpServer: unheard });
  await app.prepare();
  const handler = app.getRequestHandler();
  return {
    handle: (request, response) => handler(request, response),
    ...(dev && {
      upgrade(request, socket, head) {
        // Next starts to listen for upgrades with its first request, and pages that were open before a restart send
        // none.
        if (unheard.listenerCount("upgrade") === 0) {
          handler(request, new ServerResponse(request)).catch(() => {});
        }
        unheard.emit("upgrade", request, socket, head);
      },
    }),
    close: () => app.close(),
  };
}

/** Stands in for the pages in a server of the API, streams and project hosts alone, which needs no build. */
export function withoutPages(): Pages {
  return {
    async handle(_, response) {
      response.writeHead(404, { "Content-Type": "text/plain" }).end("This server runs without pages.\n");
    },
    async close() {},
  };
}
