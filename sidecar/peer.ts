import type { Duplex } from "node:stream";
import { WebSocket } from "ws";

/** The far end of a WebSocket. */
export type Peer = {
  /**
   * Sends bytes that are whole fragments of text messages. `flushed` is called later, once the socket has passed them
   * on; never, when the connection is ending.
   */
  send(bytes: Buffer, flushed: () => void): void;
  /** The answer has the same id, of up to 125 bytes. */
  ping(id: string): void;
  /** Says goodbye after what was sent, then ends the connection. */
  close(code: number, reason: string): void;
  terminate(): void;
};

/** Writes messages to the connection itself, because they are framed already; `ws` does everything else. */
export class SocketPeer implements Peer {
  readonly #webSocket: WebSocket;
  readonly #connection: Duplex;

  constructor(webSocket: WebSocket, connection: Duplex) {
    this.#webSocket = webSocket;
    this.#connection = connection;
  }

  send(bytes: Buffer, flushed: () => void): void {
    // Nothing may follow a goodbye, whichever side said it.
    if (this.#webSocket.readyState !== WebSocket.OPEN) return;
    this.#connection.write(bytes, (error) => {
      // What fails to be sent is followed by the socket's end.
      if (!error) flushed();
    });
  }

  ping(id: string): void {
    this.#webSocket.ping(id);
  }

  close(code: number, reason: string): void {
    this.#webSocket.close(code, reason);
  }

  terminate(): void {
    this.#webSocket.terminate();
  }
}
