import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

export type Pages = {
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
  close(): Promise<void>;
};

/** Next in this process, for the dashboard's pages and their files. */
export async function startPages(): Promise<Pages> {
  const { default: next } = await import("next");
  // Next listens for upgrades on this server, which never hears any: on ours it would swallow them all, also
  // the offers of HTTP/2 that clients such as Java's make with every request.
  const app = next({ dev: false, dir: process.cwd(), httpServer: createServer() });
  await app.prepare();
  const handler = app.getRequestHandler();
  return { handle: (request, response) => handler(request, response), close: () => app.close() };
}

/** For a server of the API, streams and project hosts alone, which needs no build of the pages. */
export function withoutPages(): Pages {
  return {
    async handle(_, response) {
      response.writeHead(503, { "Content-Type": "text/plain" }).end("This server runs without pages.\n");
    },
    async close() {},
  };
}
