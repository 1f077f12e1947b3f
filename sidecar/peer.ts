import type { WebSocket } from "ws";

/** The far end of a WebSocket. */
export type Peer = {
  /** Sends a piece of a text message. `flushed` is called later, once the socket has passed it on. */
  send(piece: Buffer, last: boolean, flushed: () => void): void;
  ping(): void;
  /** Says goodbye after what was sent, then ends the connection. */
  close(code: number, reason: string): void;
  terminate(): void;
};

export function peerOf(socket: WebSocket): Peer {
  return {
    send: (piece, last, flushed) =>
      socket.send(piece, { binary: false, fin: last }, (error) => {
        // What fails to be sent is followed by the socket's end.
        if (!error) flushed();
      }),
    ping: () => socket.ping(),
    close: (code, reason) => socket.close(code, reason),
    terminate: () => socket.terminate(),
  };
}
