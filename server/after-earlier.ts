import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** The end of the latest answer that was asked for here, by connection. */
const latest = new WeakMap<Socket, Promise<void>>();

/**
 * Resolves when the answers to earlier requests of the same connection are over. Requests that a client sends ahead are
 * answered in order anyway, so work for a later one would only lie in memory until the client has read the earlier ones.
 */
export function afterEarlier({ socket }: IncomingMessage, response: ServerResponse): Promise<void> {
  const earlier = latest.get(socket) ?? Promise.resolve();
  const over = new Promise<void>((resolve) => response.once("close", resolve));
  latest.set(socket, over);
  return earlier;
}
