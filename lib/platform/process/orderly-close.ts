import type { Server, ServerResponse } from "node:http";
import { Server as NetServer, type Socket } from "node:net";

export type CloseOptions = {
  /** For how long clients may go on to use the connections that they keep. */
  idleMs?: number;
  /** How long requests under way may take to finish. */
  drainMs?: number;
};

/**
 * Readies a server, before it listens, for an orderly end. What is returned ends it: it takes no more
 * connections, tells clients with every answer that theirs ends, closes what nobody uses a moment later and
 * resolves when the last connection is gone.
 *
 * Node's own `close` ends idle connections at once, just when a client may be sending its next request over
 * one, and leaves those open that were busy, until they are cut off in the middle of an answer.
 */
export function orderlyClose(
  server: Server,
  { idleMs = 1000, drainMs = 10_000 }: CloseOptions = {},
): () => Promise<void> {
  /** Open connections with the last answer that was begun on each. */
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
    // To Node, a connection that nothing was ever asked on is not idle. Browsers open such in advance.
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
