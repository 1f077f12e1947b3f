import { randomUUID } from "node:crypto";

/**
 * What a client was sent since the last ping that it answered. What the socket has accepted says little: the system's
 * buffers take megabytes for a client that reads nothing, and a thousand such clients exhaust what the system has for all
 * connections. The answer to a ping says that everything before it was read.
 */
export class Unanswered {
  readonly #newId: () => string;
  #sent = 0;
  #answered = 0;
  readonly #pings: { id: string; sent: number }[] = [];

  /** @param newId of pings; not to be guessed, because whoever knows it need not read */
  constructor(newId: () => string = randomUUID) {
    this.#newId = newId;
  }

  get bytes(): number {
    return this.#sent - this.#answered;
  }

  /** Bytes that were sent after the last ping. */
  get bytesSincePing(): number {
    return this.#sent - (this.#pings.at(-1)?.sent ?? this.#answered);
  }

  send(bytes: number): void {
    this.#sent += bytes;
  }

  /** @returns the id of the ping that has to be sent now */
  ping(): string {
    const id = this.#newId();
    this.#pings.push({ id, sent: this.#sent });
    return id;
  }

  /** Answers count for all pings before, too: a client need only answer the last. */
  answer(id: string): void {
    const at = this.#pings.findIndex((ping) => ping.id === id);
    const [last] = this.#pings.splice(0, at + 1).slice(-1);
    if (last) this.#answered = last.sent;
  }
}
