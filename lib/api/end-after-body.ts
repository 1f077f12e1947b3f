import type { IncomingMessage, ServerResponse } from "node:http";
import { bodies } from "@/lib/platform/budgets/budgets";

/**
 * Sends the body of an answer, and ends it once the request's own body has arrived. A client that writes everything
 * before it reads would lose an answer that comes together with the end of the connection. The rest of the request is
 * discarded for a while; then the connection ends, however much is still to come.
 */
export function endAfterBody(
  request: IncomingMessage,
  response: ServerResponse,
  body: string | Uint8Array | null,
): void {
  if (request.complete || !bringsBody(request)) {
    response.end(body ?? undefined);
    return;
  }
  if (body === null) response.flushHeaders();
  else response.write(body);
  let left: number = bodies.restBytesMax;
  const end = () => {
    clearTimeout(timer);
    reading.end(request);
    response.end();
  };
  // Only once: each `destroySoon` adds a listener to the socket until everything is sent, and chunks keep coming
  // meanwhile.
  const hangUp = () => {
    request.off("data", count);
    end();
    request.socket.destroySoon();
  };
  const count = (chunk: Buffer) => {
    left -= chunk.byteLength + bodies.restChunkBytes;
    if (left < 0) hangUp();
  };
  const timer = setTimeout(hangUp, bodies.restMs);
  // An earlier reader has given up, and one of the Fetch standard would hold back the rest.
  request.removeAllListeners("data");
  request.on("data", count);
  request.once("end", end);
  request.once("close", end);
  reading.begin(request);
}

/** Unwanted bodies take turns: many that are read in one turn of the event loop would hold it. */
class Reading {
  readonly #reading = new Set<IncomingMessage>();
  readonly #waiting = new Set<IncomingMessage>();

  begin(request: IncomingMessage): void {
    if (this.#reading.size < bodies.restReadersMax) {
      this.#reading.add(request);
      request.resume();
    } else {
      this.#waiting.add(request);
      request.pause();
    }
  }

  end(request: IncomingMessage): void {
    this.#waiting.delete(request);
    if (!this.#reading.delete(request)) return;
    const [next] = this.#waiting;
    if (!next) return;
    this.#waiting.delete(next);
    this.begin(next);
  }
}

const reading = new Reading();

function bringsBody({ headers }: IncomingMessage): boolean {
  return (
    headers["transfer-encoding"] !== undefined ||
    (headers["content-length"] !== undefined && headers["content-length"] !== "0")
  );
}
