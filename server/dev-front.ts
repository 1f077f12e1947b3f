import { connect, createServer, type Socket } from "node:net";

/**
 * Holds the port while the server behind it is restarted. It passes bytes on and knows nothing of HTTP, so that
 * streams and Next's own WebSocket get through unchanged.
 */
export class DevFront {
  readonly #sockets = new Set<Socket>();
  #waiting: Socket[] = [];
  #port: number | undefined;
  #isWaiting = true;

  readonly listener = createServer({ allowHalfOpen: true }, (socket) => {
    this.#keep(socket);
    if (this.#isWaiting) this.#waiting.push(socket);
    else this.#pass(socket);
  });

  /** Keeps new connections until it is clear who answers them. */
  wait(): void {
    this.#isWaiting = true;
  }

  /** Goes back to the previous server, if there is one. */
  goOn(): void {
    this.#isWaiting = false;
    for (const socket of this.#waiting.splice(0)) this.#pass(socket);
  }

  /** Hands connections to the server on this port from now on. */
  lead(port: number): void {
    this.#port = port;
    this.goOn();
  }

  /** Ends all connections, because the server has ended by itself. */
  fail(): void {
    this.#port = undefined;
    this.goOn();
  }

  /** Ends the connections to a server that is about to end. */
  cut(): void {
    for (const socket of this.#sockets) if (!this.#waiting.includes(socket)) socket.destroy();
  }

  close(): void {
    this.listener.close();
    for (const socket of this.#sockets) socket.destroy();
  }

  #pass(socket: Socket): void {
    if (this.#port === undefined) {
      socket.destroy();
      return;
    }
    const inner = connect({ port: this.#port, host: "127.0.0.1", allowHalfOpen: true });
    this.#keep(inner);
    inner.once("close", () => socket.destroy());
    socket.once("close", () => inner.destroy());
    socket.pipe(inner).pipe(socket);
  }

  #keep(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on("error", () => socket.destroy());
    socket.once("close", () => this.#sockets.delete(socket));
  }
}
