import { createServer, request, type Server } from "node:http";
import type { Socket } from "node:net";

/**
 * - `open`: passes requests on
 * - `away`: ends every connection
 * - `404`: answers as an ingress does while a server restarts
 * - `silent`: never answers
 */
export type ProxyMode = "open" | "away" | "404" | "silent";

/** An HTTP proxy that fails in the ways of proxies. */
export class FlakyProxy {
  readonly #sockets = new Set<Socket>();
  readonly #server: Server;
  mode: ProxyMode = "open";
  /** Paths of the requests that it refused. */
  readonly refused: string[] = [];

  /** @param target host and port */
  constructor(target: string) {
    this.#server = createServer((incoming, outgoing) => {
      if (this.mode !== "open") this.refused.push(incoming.url ?? "");
      if (this.mode === "silent") return;
      if (this.mode === "away") return void incoming.socket.destroy();
      if (this.mode === "404") return void outgoing.writeHead(404).end("<h1>404 page not found</h1>");
      const { method, url, headers } = incoming;
      const passed = request(`http://${target}${url}`, { method, headers, agent: false }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
        answer.on("error", () => outgoing.destroy());
      });
      passed.on("error", () => outgoing.destroy());
      outgoing.on("close", () => passed.destroy());
      incoming.pipe(passed);
    });
    this.#server.on("connection", (socket) => {
      this.#sockets.add(socket);
      socket.on("close", () => this.#sockets.delete(socket));
    });
  }

  /** @returns its origin */
  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    const { port } = this.#server.address() as { port: number };
    return `http://127.0.0.1:${port}`;
  }

  /** Cuts open connections, and fails in this way from now on. */
  fail(mode: ProxyMode): void {
    this.mode = mode;
    this.refused.length = 0;
    for (const socket of this.#sockets) socket.destroy();
  }

  close(): Promise<void> {
    this.fail("away");
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }
}
