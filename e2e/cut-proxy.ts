import { connect, createServer, type Server, type Socket } from "node:net";

/** A TCP proxy whose connections can be cut, or fall silent as those of a lost network do. */
export class CutProxy {
  readonly #sockets = new Set<Socket>();
  readonly #server: Server;
  cuts = 0;

  constructor(targetPort: () => number) {
    this.#server = createServer((near) => {
      const far = connect(targetPort(), "127.0.0.1");
      for (const socket of [near, far]) {
        this.#sockets.add(socket);
        socket.on("error", () => {});
        socket.once("close", () => {
          this.#sockets.delete(socket);
          near.destroy();
          far.destroy();
        });
      }
      near.pipe(far).pipe(near);
    });
  }

  listen(port: number): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#server.once("error", reject);
      this.#server.listen(port, () => resolve());
    });
  }

  /** Ends every connection in the middle of whatever it carries. */
  cut(): void {
    this.cuts += 1;
    for (const socket of this.#sockets) socket.resetAndDestroy();
  }

  close(): Promise<void> {
    this.cut();
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }
}
