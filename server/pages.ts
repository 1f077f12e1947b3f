import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import next from "next";

export type Pages = {
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
  close(): Promise<void>;
};

/** Next in this process, for the dashboard's pages and their files. */
export async function startPages(): Promise<Pages> {
  // Next listens for upgrades on this server, which never hears any: on ours it would swallow them all, also
  // the offers of HTTP/2 that clients such as Java's make with every request.
  const app = next({ dev: false, dir: process.cwd(), httpServer: createServer() });
  await app.prepare();
  const handler = app.getRequestHandler();
  return { handle: (request, response) => handler(request, response), close: () => app.close() };
}
