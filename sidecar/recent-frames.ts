/** A capture as it goes to every client: JSON in UTF-8. */
export type Frame = { sequence: number; bytes: Buffer };

/** The frames of one inbox that some client has not got yet, up to a limit in bytes. */
export class RecentFrames {
  readonly #frames = new Map<number, Frame>();
  readonly #bytesMax: number;
  #bytes = 0;

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get(sequence: number): Frame | undefined {
    return this.#frames.get(sequence);
  }

  /** The lowest sequence that is here beyond the given one. */
  firstAfter(sequence: number): number | undefined {
    let first: number | undefined;
    for (const each of this.#frames.keys()) {
      if (each > sequence && (first === undefined || each < first)) first = each;
    }
    return first;
  }

  /** Adds a frame and drops the oldest ones beyond the limit. */
  add(frame: Frame): void {
    this.#drop(frame.sequence);
    this.#frames.set(frame.sequence, frame);
    this.#bytes += frame.bytes.byteLength;
    for (const sequence of this.#frames.keys()) {
      if (this.#bytes <= this.#bytesMax) return;
      this.#drop(sequence);
    }
  }

  /** Drops all frames up to this sequence. */
  dropThrough(last: number): void {
    for (const sequence of this.#frames.keys()) if (sequence <= last) this.#drop(sequence);
  }

  #drop(sequence: number): void {
    const frame = this.#frames.get(sequence);
    if (!frame) return;
    this.#frames.delete(sequence);
    this.#bytes -= frame.bytes.byteLength;
  }
}
