import type { ToChild, Topic } from "./messages";

/** A child process as its parent talks to it: the part of `ChildProcess` that is needed. */
export type Port = {
  readonly connected: boolean;
  send(message: unknown, sent: (error: Error | null) => void): unknown;
};

/** "pages" renders what others pass on to it; a "worker" serves by itself. */
export type MemberKind = "pages" | "worker";

/** A child that does not listen gets no more than this, in bytes, before it misses messages. */
const waitingBytesMax = 64 * 1024 * 1024;

/** One child of the hub: what it listens to, and what it has not yet said to have heard. */
export class Member {
  readonly kind: MemberKind;
  readonly channels = new Set<string>();
  /** Number of the last message that was sent to it. */
  sentAt = 0;
  readonly #port: Port;
  readonly #waitingBytesMax: number;
  readonly #unheard = new Map<number, { bytes: number; heard: () => void }>();
  readonly #asked = new Map<number, (value: unknown) => void>();
  #waitingBytes = 0;
  #hasMissed = false;

  constructor(kind: MemberKind, port: Port, bytesMax = waitingBytesMax) {
    this.kind = kind;
    this.#port = port;
    this.#waitingBytesMax = bytesMax;
  }

  send(message: ToChild): void {
    // A child that has just ended is about to be reported.
    if (this.#port.connected) this.#port.send(message, () => {});
  }

  /** Passes a message on. @returns what resolves once it was heard, or nobody is there any more to hear it */
  deliver(message: Extract<ToChild, { type: "message" }>): Promise<void> {
    const bytes = message.text.length;
    if (this.#waitingBytes + bytes > this.#waitingBytesMax) {
      this.#hasMissed = true;
      return Promise.resolve();
    }
    this.sentAt = message.n;
    this.#waitingBytes += bytes;
    return new Promise((heard) => {
      this.#unheard.set(message.n, { bytes, heard });
      this.send(message);
    });
  }

  heard(n: number): void {
    const found = this.#unheard.get(n);
    if (!found) return;
    this.#unheard.delete(n);
    this.#waitingBytes -= found.bytes;
    found.heard();
    if (!this.#hasMissed || this.#unheard.size > 0) return;
    this.#hasMissed = false;
    this.send({ type: "missed" });
  }

  /** Asks, and gives up after a time. */
  ask(id: number, topic: Topic, withinMs: number): Promise<unknown> {
    return new Promise((resolve) => {
      const settle = (value: unknown) => {
        clearTimeout(timer);
        this.#asked.delete(id);
        resolve(value);
      };
      const timer = setTimeout(settle, withinMs, undefined);
      this.#asked.set(id, settle);
      this.send({ type: "ask", id, topic });
    });
  }

  answered(id: number, value: unknown): void {
    this.#asked.get(id)?.(value);
  }

  /** Nobody waits any longer for a child that has ended. */
  ended(): void {
    for (const { heard } of this.#unheard.values()) heard();
    for (const settle of this.#asked.values()) settle(undefined);
    this.#unheard.clear();
  }
}
