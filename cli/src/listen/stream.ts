import { WebSocket } from "ws";
import type { CapturedRequest } from "@/lib/webhooks/contract";
import { reconnectDelay } from "@/lib/webhooks/reconnect-delay";
import { Failure, messageOf } from "../failure";

export type StreamNews = { kind: "open" } | { kind: "lost"; why: string; retryMs: number };

type Options = {
  /** Address of the inbox's stream, without a query. */
  address: string;
  key: string;
  /** The last capture that is known. */
  after: number;
  /** Reads what came after a sequence over HTTP, oldest first, where no socket opens. */
  catchUp(after: number): Promise<readonly CapturedRequest[]>;
  news(news: StreamNews): void;
  limits?: Partial<typeof streamLimits>;
};

export const streamLimits = {
  /** What waits here for a slow target; beyond it nothing more is read from the socket. */
  waitingMax: 1000,
  waitingBytesMax: 32 * 1024 * 1024,
  /** Largest message: a body of some MiB as base64, with all around it. */
  messageBytesMax: 64 * 1024 * 1024,
  openWithinMs: 15_000,
  pingEveryMs: 15_000,
  /** A connection on which nothing is heard for so long is none, whatever the system says. */
  silentMs: 40_000,
  pollEveryMs: 2000,
  /** A connection that lasted this long was a good one, and the next attempt is the first again. */
  steadyMs: 5000,
};

type Waiting = { capture: CapturedRequest; bytes: number };

/** The captures of an inbox after a sequence, each once and in order, over however many connections that takes. */
export class CaptureStream {
  readonly #options: Options;
  readonly #limits: typeof streamLimits;
  readonly #waiting: Waiting[] = [];
  #waitingBytes = 0;
  #after: number;
  #socket: WebSocket | undefined;
  #attempt = 0;
  #paused = false;
  /** Lost while too much was waiting: it is opened again when that is less. */
  #owed = false;
  #timer: NodeJS.Timeout | undefined;
  #wake: () => void = () => {};
  #end: Failure | "closed" | undefined;

  constructor(options: Options) {
    this.#options = options;
    this.#limits = { ...streamLimits, ...options.limits };
    this.#after = options.after;
  }

  start(): this {
    this.#connect();
    return this;
  }

  /**
   * The next capture, once there is one; undefined after `close`.
   * @throws {Failure} where the stream has ended for good, after what came before that
   */
  async next(): Promise<CapturedRequest | undefined> {
    for (;;) {
      if (this.#end === "closed") return undefined;
      const first = this.#waiting.shift();
      if (first) {
        this.#waitingBytes -= first.bytes;
        this.#readOn();
        return first.capture;
      }
      if (this.#end) throw this.#end;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  close(): void {
    this.#finish("closed");
  }

  #finish(end: Failure | "closed"): void {
    this.#end ??= end;
    clearTimeout(this.#timer);
    this.#socket?.terminate();
    this.#socket = undefined;
    this.#wake();
  }

  get #isFull(): boolean {
    const { waitingMax, waitingBytesMax } = this.#limits;
    return this.#waiting.length >= waitingMax || this.#waitingBytes >= waitingBytesMax;
  }

  #readOn(): void {
    const { waitingMax, waitingBytesMax } = this.#limits;
    if (this.#waiting.length > waitingMax / 2 || this.#waitingBytes > waitingBytesMax / 2) return;
    if (this.#paused) this.#socket?.resume();
    this.#paused = false;
    if (!this.#owed) return;
    this.#owed = false;
    this.#connect();
  }

  #take(capture: CapturedRequest, bytes: number): void {
    // What another connection has brought already.
    if (capture.sequence <= this.#after) return;
    this.#after = capture.sequence;
    this.#waiting.push({ capture, bytes });
    this.#waitingBytes += bytes;
    this.#wake();
  }

  #connect(): void {
    if (this.#end) return;
    const { address, key, news } = this.#options;
    const { messageBytesMax, openWithinMs, pingEveryMs, silentMs, steadyMs } = this.#limits;
    const socket = new WebSocket(`${address}?after=${this.#after}`, {
      headers: { authorization: `Bearer ${key}` },
      maxPayload: messageBytesMax,
      handshakeTimeout: openWithinMs,
      perMessageDeflate: false,
    });
    this.#socket = socket;
    this.#paused = false;
    let openedAt: number | undefined;
    let heardAt = Date.now();
    let why = "the connection was closed";
    const heart = setInterval(() => {
      // Nothing is heard of a socket that is not read.
      if (this.#paused) heardAt = Date.now();
      if (Date.now() - heardAt < silentMs) return socket.readyState === WebSocket.OPEN && socket.ping();
      why = `no data for ${silentMs / 1000} seconds`;
      socket.terminate();
    }, pingEveryMs);
    const heard = () => {
      heardAt = Date.now();
    };
    socket.on("ping", heard).on("pong", heard);
    socket.on("open", () => {
      openedAt = Date.now();
      heard();
      news({ kind: "open" });
    });
    socket.on("message", (data: Buffer) => {
      heard();
      if (this.#socket !== socket) return;
      const capture = captureOf(data);
      if (!capture) {
        why = "a message wasn't a captured request";
        // Captures are read over HTTP then.
        openedAt = undefined;
        socket.terminate();
        return;
      }
      this.#take(capture, data.byteLength);
      // It was a good one, however soon it ends: what comes next is to be had soon, too.
      this.#attempt = 0;
      if (!this.#isFull || this.#paused) return;
      this.#paused = true;
      socket.pause();
    });
    let doubt: Failure | undefined;
    let isAnswered = false;
    socket.on("unexpected-response", (request, response) => {
      request.destroy();
      isAnswered = true;
      doubt = endOf(response.statusCode ?? 0);
      why = `the server responded with ${response.statusCode}`;
      socket.terminate();
    });
    socket.on("error", (error) => {
      // The end of a socket that was answered otherwise is an error, too.
      if (!isAnswered) why = messageOf(error);
    });
    socket.on("close", (code) => {
      clearInterval(heart);
      if (this.#socket !== socket || this.#end) return;
      const end = endOf(code);
      if (end) return this.#finish(end);
      if (openedAt !== undefined && Date.now() - openedAt >= steadyMs) this.#attempt = 0;
      if (code === 1012) why = "the server is restarting";
      if (code === 4008) why = "requests weren't read in time";
      void this.#lost(why, openedAt !== undefined, doubt);
    });
  }

  /** @param doubt what its answer would mean, if that came from the instance and not from a proxy that knows no sockets */
  async #lost(why: string, wasOpen: boolean, doubt: Failure | undefined): Promise<void> {
    this.#socket = undefined;
    if (!wasOpen && !this.#isFull) await this.#catchUp(doubt);
    if (this.#end) return;
    if (this.#isFull) {
      this.#owed = true;
      return;
    }
    this.#attempt += 1;
    const retryMs = reconnectDelay(this.#attempt, Math.random());
    this.#options.news({ kind: "lost", why, retryMs });
    this.#retryIn(retryMs, !wasOpen);
  }

  /** Where no socket opens, captures are read over HTTP until it is tried again: that becomes rare, and they stay live. */
  #retryIn(ms: number, polls: boolean): void {
    const step = polls ? Math.min(ms, this.#limits.pollEveryMs) : ms;
    this.#timer = setTimeout(async () => {
      if (step >= ms) return this.#connect();
      if (!this.#isFull) await this.#catchUp(undefined);
      if (!this.#end) this.#retryIn(ms - step, true);
    }, step);
  }

  async #catchUp(doubt: Failure | undefined): Promise<void> {
    try {
      for (const capture of await this.#options.catchUp(this.#after)) {
        this.#take(capture, capture.body.length + 1000);
      }
    } catch (error) {
      const isFinal = error instanceof Failure && (error.kind === "refused" || error.kind === "notFound");
      if (isFinal) this.#finish(doubt?.kind === error.kind ? doubt : error);
    }
  }
}

/** Undefined for a message that isn't Fieldkit's, such as a proxy's. */
function captureOf(message: Buffer): CapturedRequest | undefined {
  try {
    const capture = JSON.parse(message.toString("utf8")) as CapturedRequest | null;
    return typeof capture?.sequence === "number" ? capture : undefined;
  } catch {
    return undefined;
  }
}

/** Why a stream has ended for good, by its close code or the status that it was refused with. */
function endOf(code: number): Failure | undefined {
  if (code === 4003 || code === 401 || code === 403) {
    return new Failure(
      "refused",
      "The key can no longer listen: it was revoked or has expired. Run fieldkit login.",
    );
  }
  return code === 4004 || code === 404 ? new Failure("notFound", "The inbox was deleted.") : undefined;
}
