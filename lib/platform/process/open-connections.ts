import type { IncomingMessage, Server, ServerOptions, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { connections } from "../budgets/budgets";
import { countedNetwork, isTrustedProxy, type ProxyTrust } from "../hosts/proxy-trust";
import { addMeasure } from "../metrics/measures";
import { hasTooManyHeaders, limitHeaderCount, tooManyHeadersStatus } from "./header-count";

/** How long a server waits for requests, and how long they may be. */
export function patience(
  budget: { [Name in keyof typeof connections]: number } = connections,
): ServerOptions {
  return {
    maxHeaderSize: budget.headBytesMax,
    headersTimeout: budget.headMs,
    requestTimeout: budget.requestMs,
    keepAliveTimeout: budget.idleMs,
    connectionsCheckingInterval: budget.checkEveryMs,
  };
}

type Limits = { [Name in "perAddress" | "pipelinedMax" | "answerMs" | "unreadBytesMax"]: number };
/** What one of several processes allows: connections are handed out to them in turn. */
export const shareOf = (processes: number): Limits => ({
  ...connections,
  perAddress: Math.ceil(connections.perAddress / processes),
  unreadBytesMax: connections.unreadBytesMax / processes,
});

type Settings = { trustProxy: ProxyTrust; limits?: Limits; now?: () => number };
type Answering = { response: ServerResponse; unreadSince: number | undefined };
type Unread = { socket: Socket; bytes: number; since: number };

/** The connections of a server: how many an address has, what is asked for on each, and what is not read. */
export class OpenConnections {
  /** In the order of their requests. Those that have ended are removed with the next request of their connection. */
  readonly #answers = new Map<Socket, Answering[]>();
  readonly #perAddress = new Map<string, number>();
  readonly #trustProxy: ProxyTrust;
  readonly #limits: Limits;
  readonly #now: () => number;

  constructor({ trustProxy, limits = connections, now = Date.now }: Settings) {
    this.#trustProxy = trustProxy;
    this.#limits = limits;
    this.#now = now;
  }

  /** Ends connections beyond the limit of their address, and looks after the others until the server closes. */
  watch(server: Server, everyMs: number = connections.checkEveryMs): void {
    limitHeaderCount(server);
    server.prependListener("connection", (socket) => this.#opened(socket));
    const remove = addMeasure(() => [{ name: "fieldkit_http_connections", value: this.#answers.size }]);
    server.once("close", remove);
    const sweeping = setInterval(() => this.sweep(), everyMs).unref();
    server.once("close", () => clearInterval(sweeping));
  }

  /**
   * Whether to answer a request. Closes the connection if too many requests on it wait for a response, or if the request
   * has too many headers.
   */
  admits(request: IncomingMessage, response: ServerResponse): boolean {
    const { socket } = request;
    if (socket.destroyed) return false;
    const waiting = this.#answers.get(socket) ?? [];
    if (waiting.length === 0) this.#answers.set(socket, waiting);
    while (waiting[0]?.response.closed) waiting.shift();
    if (waiting.length >= this.#limits.pipelinedMax) {
      socket.destroy();
      return false;
    }
    waiting.push({ response, unreadSince: undefined });
    if (!hasTooManyHeaders(request)) return true;
    response.writeHead(tooManyHeadersStatus, { Connection: "close", "Content-Length": 0 }).end();
    return false;
  }

  /** Gives up answers that clients don't read in time, and the oldest of those that are too much together. */
  sweep(): void {
    const now = this.#now();
    const unread: Unread[] = [];
    for (const [socket, answers] of this.#answers) {
      for (const answering of answers) {
        const bytes = answering.response.writableLength;
        if (bytes > 0) answering.unreadSince ??= now;
        else answering.unreadSince = undefined;
        if (answering.unreadSince !== undefined) unread.push({ socket, bytes, since: answering.unreadSince });
      }
    }
    let total = unread.reduce((sum, { bytes }) => sum + bytes, 0);
    for (const { socket, bytes, since } of unread.sort((a, b) => a.since - b.since)) {
      if (now - since < this.#limits.answerMs && total <= this.#limits.unreadBytesMax) return;
      socket.destroy();
      total -= bytes;
    }
  }

  #opened(socket: Socket): void {
    // A connection whose upgrade was passed over is announced a second time.
    if (this.#answers.has(socket)) return;
    this.#answers.set(socket, []);
    const address = isTrustedProxy(this.#trustProxy, socket.remoteAddress)
      ? undefined
      : countedNetwork(socket.remoteAddress ?? "");
    const count = address === undefined ? 0 : (this.#perAddress.get(address) ?? 0) + 1;
    if (address !== undefined) this.#perAddress.set(address, count);
    socket.once("close", () => {
      this.#answers.delete(socket);
      if (address === undefined) return;
      const left = (this.#perAddress.get(address) ?? 1) - 1;
      if (left > 0) this.#perAddress.set(address, left);
      else this.#perAddress.delete(address);
    });
    if (count > this.#limits.perAddress) socket.destroy();
  }
}
