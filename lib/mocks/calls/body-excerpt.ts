import type { BodyWatcher } from "@/lib/operations/public-request";

/** How much of a body is kept, in bytes. */
export const excerptBytesMax = 16 * 1024;

/** Bounds what all excerpts hold together. Whoever finds no room keeps less, and nobody waits. */
export class ExcerptRoom {
  readonly #bytesMax: number;
  #bytes = 0;

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** @returns how many of these bytes there is room for */
  take(bytes: number): number {
    const taken = Math.max(0, Math.min(bytes, this.#bytesMax - this.#bytes));
    this.#bytes += taken;
    return taken;
  }

  give(bytes: number): void {
    this.#bytes -= bytes;
  }
}

/** The beginning of a request's body, and how large all of it is. */
export class BodyExcerpt implements BodyWatcher {
  readonly #room: ExcerptRoom;
  /** Grows by doubling, because a chunk may be a single byte. */
  #held: Buffer = empty;
  #kept = 0;
  #seen = 0;
  #state: "open" | "whole" | "broken" = "open";

  constructor(room: ExcerptRoom) {
    this.#room = room;
  }

  /** Whether nothing more comes. */
  get isSettled(): boolean {
    return this.#state !== "open";
  }

  /** Of the whole body, in bytes; null as long as it is not known. */
  get size(): number | null {
    return this.#state === "whole" ? this.#seen : null;
  }

  get bytes(): Buffer {
    return this.#held.subarray(0, this.#kept);
  }

  take(chunk: Uint8Array): void {
    if (this.#state !== "open") return;
    const isGapless = this.#kept === this.#seen;
    this.#seen += chunk.byteLength;
    const wanted = Math.min(chunk.byteLength, excerptBytesMax - this.#kept);
    if (!isGapless || wanted <= 0) return;
    const kept = this.#room.take(wanted);
    if (kept === 0) return;
    this.#grow(this.#kept + kept);
    this.#held.set(chunk.subarray(0, kept), this.#kept);
    this.#kept += kept;
  }

  end(isWhole: boolean): void {
    if (this.#state === "open") this.#state = isWhole ? "whole" : "broken";
  }

  /** Gives its room back, once what it holds is stored or not wanted any more. */
  release(): void {
    this.end(false);
    this.#room.give(this.#kept);
    this.#held = empty;
    this.#kept = 0;
  }

  #grow(bytes: number): void {
    if (bytes <= this.#held.byteLength) return;
    const larger = Buffer.allocUnsafeSlow(
      Math.min(excerptBytesMax, Math.max(bytes, 2 * this.#held.byteLength)),
    );
    this.#held.copy(larger, 0, 0, this.#kept);
    this.#held = larger;
  }
}

const empty = Buffer.alloc(0);
