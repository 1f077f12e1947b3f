import type { Peer } from "./peer";
import { type Frame, joined } from "./recent-frames";
import { pieceBytes } from "./text-message";
import { Unanswered } from "./unanswered";

/** Codes that a stream is closed with, and their reasons. */
export const closings = {
  accessLost: { code: 4003, reason: "access lost" },
  inboxDeleted: { code: 4004, reason: "inbox deleted" },
  notReading: { code: 4008, reason: "not reading" },
  restarting: { code: 1012, reason: "restarting" },
} as const;
export type Closing = keyof typeof closings;

/** Where a client gets its frames from. */
export type Source = {
  /** Sequence of the newest capture known of. */
  latest(): number;
  /** Recent captures from the one after this sequence on, without a gap; as many as fit one piece, at least one. */
  following(sequence: number): Frame | undefined;
  /** The lowest recent sequence beyond the given one. */
  firstRecentAfter(sequence: number): number | undefined;
  /** All captures kept after `after`, up to the last frame of the page, or up to `until` when it has no frames. */
  load(after: number, client: StreamClient): Promise<Page>;
};
export type Page = { frames: readonly Frame[]; until: number };

type Options = {
  peer: Peer;
  /** Identifies the session or key that the stream depends on. */
  grant: string;
  /** The client has everything up to here. */
  after: number;
  now: () => number;
  /** In how many ms the first ping goes out. A crowd that came at once is not pinged at once. */
  firstPingMs?: number;
  /** Called once. */
  closed: (client: StreamClient) => void;
};

export const limits = {
  /** Messages go out in pieces of this size at most, the next when the one before has been passed on. */
  windowBytes: pieceBytes,
  /** How much may be sent ahead of the last ping that was answered. There is one for each window. */
  unansweredBytesMax: 8 * pieceBytes,
  /** How much may wait for a client that accepts nothing for `stalledMs`. */
  waitingBytesMax: 1024 * 1024,
  stalledMs: 2000,
  pingEveryMs: 25_000,
  retryMs: { first: 250, last: 5000 },
} as const;

/** A piece that was in flight for this long was sent only because the peer read what came before it. */
const delayedMs = 250;

/**
 * One WebSocket that gets an inbox's captures, each once and in order. Its position is a sequence number: it takes
 * the next frame from those that all clients share or, if it is gone from there, from a page of its own.
 */
export class StreamClient {
  readonly grant: string;
  readonly #options: Options;
  #source: Source | undefined;
  #cursor: number;
  #page: readonly Frame[] = [];
  #pageAt = 0;
  #loading = false;
  #retryAt = Number.POSITIVE_INFINITY;
  #failures = 0;
  #sending: { bytes: Buffer; at: number } | undefined;
  readonly #unanswered = new Unanswered();
  #bytesInFlight = 0;
  #sentAt = 0;
  #bytesWaiting = 0;
  #progressAt: number;
  #alive = true;
  #pingAt: number;
  #closed = false;

  constructor(options: Options) {
    this.#options = options;
    this.grant = options.grant;
    this.#cursor = options.after;
    this.#progressAt = options.now();
    this.#pingAt = options.now() + (options.firstPingMs ?? limits.pingEveryMs);
  }

  /** Sequence of the last capture that was handed to the socket. */
  get cursor(): number {
    return this.#cursor;
  }

  /** Whether frames should be kept for it. Not for a client that has much to read and does not read. */
  get wantsRecent(): boolean {
    if (this.#bytesWaiting < limits.waitingBytesMax || !this.#isHeldUp) return true;
    return this.#options.now() - this.#progressAt < 2 * delayedMs;
  }

  start(source: Source): void {
    this.#source = source;
    this.pump();
  }

  /** A capture of this size has arrived. Somebody calls `pump` soon. */
  announce(bytes: number): void {
    this.#bytesWaiting += bytes;
  }

  /** @param id what the ping said */
  answeredPing(id: string): void {
    this.#alive = true;
    const before = this.#unanswered.bytes;
    this.#unanswered.answer(id);
    if (this.#unanswered.bytes === before) return;
    this.#progressAt = this.#options.now();
    this.pump();
  }

  /** Whether the client has to read before it is sent more. */
  get #isHeldUp(): boolean {
    return this.#bytesInFlight > 0 || this.#unanswered.bytes >= limits.unansweredBytesMax;
  }

  /** Must be called a few times a second. */
  tick(): void {
    const now = this.#options.now();
    if (this.#retryAt <= now) {
      this.#retryAt = Number.POSITIVE_INFINITY;
      this.pump();
    }
    const stalled = this.#isHeldUp && now - this.#progressAt >= limits.stalledMs;
    if (stalled && this.#bytesWaiting >= limits.waitingBytesMax) this.close("notReading");
    else if (now >= this.#pingAt) this.#heartbeat(now);
  }

  close(closing: Closing): void {
    if (this.#closed) return;
    const { code, reason } = closings[closing];
    this.#options.peer.close(code, reason);
    this.ended();
  }

  /** The connection is closed or closing: nothing more is sent. */
  ended(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#page = [];
    this.#sending = undefined;
    this.#options.closed(this);
  }

  /** Sends what is next, unless the client has to read first: then it is called again. */
  pump(): void {
    if (this.#closed || this.#isHeldUp) return;
    this.#sending ??= this.#next();
    if (this.#sending) this.#sendPiece(this.#sending);
  }

  #sendPiece(message: { bytes: Buffer; at: number }): void {
    const { bytes, at } = message;
    const piece = bytes.byteLength <= pieceBytes ? bytes : bytes.subarray(at, at + pieceBytes);
    message.at += piece.byteLength;
    if (message.at === bytes.byteLength) this.#sending = undefined;
    this.#sentAt = this.#options.now();
    this.#progressAt = this.#sentAt;
    this.#bytesInFlight = piece.byteLength;
    this.#options.peer.send(piece, this.#flushed);
    this.#unanswered.send(piece.byteLength);
    if (this.#unanswered.bytesSincePing >= limits.windowBytes) this.#ping();
  }

  #ping(): void {
    this.#options.peer.ping(this.#unanswered.ping());
  }

  /** One function for all pieces, because each listener gets many. */
  readonly #flushed = () => {
    this.#bytesWaiting = Math.max(0, this.#bytesWaiting - this.#bytesInFlight);
    this.#bytesInFlight = 0;
    this.#progressAt = this.#options.now();
    // Pings queue behind what a slow client has not read yet, so reading counts as an answer to them.
    if (this.#progressAt - this.#sentAt >= delayedMs) this.#alive = true;
    this.pump();
  };

  /** The next message, or undefined when there is none or it has to be loaded first. */
  #next(): { bytes: Buffer; at: number } | undefined {
    const source = this.#source;
    if (!source || this.#loading || this.#retryAt !== Number.POSITIVE_INFINITY) return undefined;
    while ((this.#page[this.#pageAt]?.sequence ?? Number.POSITIVE_INFINITY) <= this.#cursor)
      this.#pageAt += 1;
    const frame = source.following(this.#cursor) ?? joined(this.#restOfPage());
    if (frame) {
      this.#cursor = frame.sequence;
      return { bytes: frame.bytes, at: 0 };
    }
    this.#page = [];
    this.#pageAt = 0;
    if (source.latest() > this.#cursor) void this.#load(source);
    else this.#bytesWaiting = this.#bytesInFlight;
    return undefined;
  }

  *#restOfPage(): Generator<Frame> {
    for (let at = this.#pageAt; at < this.#page.length; at += 1) yield this.#page[at] as Frame;
  }

  async #load(source: Source): Promise<void> {
    this.#loading = true;
    try {
      const { frames, until } = await source.load(this.#cursor, this);
      // Captures dropped by retention cannot be read any more: go on with the next one that can.
      const next = Math.min(
        frames[0]?.sequence ?? until + 1,
        source.firstRecentAfter(this.#cursor) ?? Number.POSITIVE_INFINITY,
      );
      this.#cursor = Math.max(this.#cursor, next - 1);
      this.#page = frames;
      const bytes = frames.reduce((sum, frame) => sum + frame.bytes.byteLength, this.#bytesInFlight);
      this.#bytesWaiting = Math.max(this.#bytesWaiting, bytes);
      this.#failures = 0;
    } catch {
      const { first, last } = limits.retryMs;
      this.#retryAt = this.#options.now() + Math.min(last, first * 2 ** this.#failures);
      this.#failures += 1;
    } finally {
      this.#loading = false;
    }
    this.pump();
  }

  #heartbeat(now: number): void {
    if (!this.#alive) {
      this.#options.peer.terminate();
      this.ended();
      return;
    }
    this.#alive = false;
    this.#pingAt = now + limits.pingEveryMs;
    this.#ping();
  }
}
