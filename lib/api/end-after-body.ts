import type { IncomingMessage, ServerResponse } from "node:http";
import type { BodyWatcher } from "@/lib/operations/public-request";
import { bodies } from "@/lib/platform/budgets/budgets";
import { endTogether } from "./end-together";

type Body = string | Uint8Array | null;

/**
 * Sends the body of an answer, and ends it once the request's own body has arrived. A client that writes everything
 * before it reads would lose an answer that comes together with the end of the connection. The rest of the request is
 * discarded for a while, then left unread for a while; then the connection ends, however much is still to come.
 * @param watched sees what is discarded
 */
export function endAfterBody(
  request: IncomingMessage,
  response: ServerResponse,
  body: Body,
  watched?: BodyWatcher,
): void {
  if (request.complete || !bringsBody(request)) {
    if (watched) showArrived(request, watched);
    endTogether(response, body);
    return;
  }
  if (body === null) response.flushHeaders();
  else response.write(body);
  let left: number = bodies.restBytesMax;
  const end = () => {
    clearTimeout(timer);
    watched?.end(request.complete);
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
  // What is on its way makes the end of a connection a reset, which takes away what its client has not read yet.
  const leaveUnread = () => {
    watched?.end(false);
    request.off("data", count).pause();
    reading.end(request);
    clearTimeout(timer);
    timer = setTimeout(hangUp, bodies.unreadMs);
  };
  const count = (chunk: Buffer) => {
    watched?.take(chunk);
    left -= chunk.byteLength + bodies.restChunkBytes;
    if (left < 0) leaveUnread();
  };
  let timer = setTimeout(hangUp, bodies.restMs);
  // An earlier reader has given up, and one of the Fetch standard would hold back the rest.
  request.removeAllListeners("data");
  request.on("data", count);
  request.once("end", end);
  request.once("close", end);
  reading.begin(request);
}

/** All of it is here, and nobody has read it. */
function showArrived(request: IncomingMessage, watched: BodyWatcher): void {
  for (let chunk = request.read(); chunk !== null; chunk = request.read()) watched.take(chunk);
  watched.end(true);
}

/**
 * The same for an answer that is written by somebody who knows nothing of this. Such a reader of the body may still hold
 * on to it when the answer ends.
 */
export function letEndAfterBody(request: IncomingMessage, response: ServerResponse): void {
  if (!bringsBody(request)) return;
  const end = response.end.bind(response) as (...given: unknown[]) => ServerResponse;
  const endLater = (...given: unknown[]) => {
    response.end = end as typeof response.end;
    if (request.complete || response.destroyed) return end(...given);
    const [chunk] = given;
    const done = given.find((each) => typeof each === "function");
    if (done) response.once("finish", done as () => void);
    // It only goes on without its reader in the next tick.
    request.removeAllListeners("readable");
    process.nextTick(() => endAfterBody(request, response, (chunk === done ? null : chunk) as Body));
    return response;
  };
  response.end = endLater as typeof response.end;
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

/** Whether a body follows the head of a request. */
export function bringsBody({ headers }: IncomingMessage): boolean {
  return (
    headers["transfer-encoding"] !== undefined ||
    (headers["content-length"] !== undefined && headers["content-length"] !== "0")
  );
}
