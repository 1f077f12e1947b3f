import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

export type Received = { method: string; url: string; rawHeaders: string[]; body: Buffer };

/** A server at somebody's desk, which keeps what it gets. */
export class DeskServer {
  readonly received: Received[] = [];
  #server: Server | undefined;
  #port = 0;
  /** How it answers; nothing at all where undefined is given back. */
  answer: (request: Received) => number | undefined | Promise<number | undefined> = () => 200;

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** At the port that it had before, if there was one. */
  async open(): Promise<this> {
    const server = createServer((request, response) => {
      void (async () => {
        const { method = "", url = "", rawHeaders } = request;
        const received = { method, url, rawHeaders, body: await buffer(request) };
        this.received.push(received);
        const status = await this.answer(received);
        if (status === undefined) request.socket.destroy();
        else response.writeHead(status).end("ok");
      })();
    });
    this.#server = server;
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen(this.#port, "127.0.0.1", resolve);
    });
    this.#port = (server.address() as AddressInfo).port;
    return this;
  }

  close(): Promise<void> {
    const server = this.#server;
    if (!server) return Promise.resolve();
    server.closeAllConnections();
    return new Promise((resolve) => server.close(() => resolve()));
  }
}

export const headerOf = ({ rawHeaders }: Received, name: string): string | undefined => {
  const at = rawHeaders.findIndex((each, index) => index % 2 === 0 && each.toLowerCase() === name);
  return at === -1 ? undefined : rawHeaders[at + 1];
};
