import type { Server, ServerResponse } from "node:http";
import { Server as NetServer, type Socket } from "node:net";

export type CloseOptions = {
  /** How long clients may keep using the connections that they have. */
  idleMs?: number;
  /** How long requests under way may take to finish. */
  drainMs?: number;
};

/**
 * Prepares a server, before it listens, for an orderly end. The returned function takes no more connections, tells
 * clients with every answer that theirs will close, closes idle ones a moment later, and resolves when the last
 * connection is gone.
 *
 * Node's own `close` ends idle connections at once, just when a client may be sending its next request. It also
 * leaves busy ones open until they are cut off in the middle of an answer.
 */
export function orderlyClose(
  server: Server,
  { idleMs = 1000, drainMs = 8000 }: CloseOptions = {},
): () => Promise<void> {
  /** Open connections, each with the last answer that was begun on it. */
  const connections = new Map<Socket, ServerResponse | undefined>();
  let closing = false;

  server.on("connection", (socket) => {
    if (connections.has(socket)) return;
    connections.set(socket, undefined);
    socket.once("close", () => connections.delete(socket));
  });
  server.prependListener("request", ({ socket }, response) => {
    connections.set(socket, response);
    if (closing) response.shouldKeepAlive = false;
  });

  const closeIdle = () => {
    server.closeIdleConnections();
    // Browsers open connections in advance. Node does not count one as idle before its first request.
    for (const [socket, response] of connections) if (!response && socket.bytesRead === 0) socket.destroy();
  };

  return () =>
    new Promise((resolve) => {
      closing = true;
      for (const response of connections.values()) {
        if (response && !response.headersSent) response.shouldKeepAlive = false;
      }
      let sweep: NodeJS.Timeout | undefined;
      const wait = setTimeout(() => {
        closeIdle();
        sweep = setInterval(closeIdle, 100);
      }, idleMs);
      const force = setTimeout(() => server.closeAllConnections(), drainMs);
      NetServer.prototype.close.call(server, () => {
        clearTimeout(wait);
        clearInterval(sweep);
        clearTimeout(force);
        resolve();
      });
    });
}
